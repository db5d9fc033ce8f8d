"""Every way a language model's server can fail, over a real socket, and what a caller sees of it."""

import asyncio
import os
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Iterator

import pytest

from tests import loopback as wire
from tests.loopback import KEY, Behaviour, Loopback
from thoughtbank import errors
from thoughtbank.language.reasoning import without_thoughts
from thoughtbank.ports import ChatMessage
from thoughtbank.providers import faults
from thoughtbank.providers.chat import PydanticAIModel

QUESTION = [ChatMessage("system", "Be brief."), ChatMessage("user", "Who?")]
SHAPE = {"type": "object", "title": "Who?", "properties": {"who": {"type": "string"}}, "required": ["who"]}
SHORT = 0.4
"""Seconds until a server that says nothing counts as failed; the others get time, for a busy machine's sake."""
SILENT = (wire.hangs, wire.drips, wire.stalls)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "BACKOFF", 0.01)


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    """The client's first import takes longer than the short time-outs of these tests."""
    with Loopback([wire.says("ready")]) as server:
        PydanticAIModel("m", server.url).chat(QUESTION)


def model_of(server: Loopback, *, timeout: float = 5.0, retries: int = 0, key: str | None = KEY) -> PydanticAIModel:
    return PydanticAIModel("some-model", server.url, key, timeout=timeout, retries=retries)


def failure(
    *behaviours: Behaviour, streamed: bool = False, timeout: float = 5.0, retries: int = 0
) -> tuple[Exception, Loopback]:
    with Loopback(behaviours) as server:
        model = model_of(server, timeout=timeout, retries=retries)
        with pytest.raises(errors.ModelError) as caught:
            list(model.stream(QUESTION)) if streamed else model.chat(QUESTION)
    return caught.value, server


def test_a_good_answer() -> None:
    with Loopback([wire.says("Ann.")]) as server:
        reply = model_of(server).chat(QUESTION, max_tokens=9)
    (seen,) = server.requests
    assert (reply.text, reply.cut, reply.tokens_in, reply.tokens_out) == ("Ann.", False, 11, 7)
    assert seen.key_matched and seen.path == "/v1/chat/completions"
    assert seen.body["messages"] == [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Who?"}]
    assert (seen.body["model"], seen.body["temperature"], seen.body["max_tokens"]) == ("some-model", 0.0, 9)


def test_a_cut_answer_says_so() -> None:
    with Loopback([wire.says("Ann and", "length")]) as server:
        assert model_of(server).chat(QUESTION).cut


def test_reasoning_are_left_out() -> None:
    with Loopback([wire.says("<think>Ann? Bob?</think>\n\nBob."), wire.says("Ann? Bob?</think>Bob.")]) as server:
        model = model_of(server)
        assert [model.chat(QUESTION).text, model.chat(QUESTION).text] == ["Bob.", "Bob."]


def test_an_earlier_answer_and_a_broken_character_travel() -> None:
    with Loopback([wire.says("Ann.")]) as server:
        model_of(server).chat([*QUESTION, ChatMessage("assistant", "Bob."), ChatMessage("user", "Sure? \ud800 \ud83d\ude00")])
    assert server.requests[0].body["messages"][2:] == [
        {"role": "assistant", "content": "Bob."},
        {"role": "user", "content": "Sure? \ufffd \U0001f600"},
    ]


def test_the_schema_goes_over_the_wire() -> None:
    with Loopback([wire.says('{"who": "Ann"}')]) as server:
        model_of(server).chat(QUESTION, schema=SHAPE)
    form = server.requests[0].body["response_format"]
    assert form["type"] == "json_schema" and form["json_schema"]["schema"]["properties"] == SHAPE["properties"]


def test_a_server_without_schemas_is_asked_in_words_and_remembered() -> None:
    with Loopback([wire.knows_no_schema('{"who": "Ann"}')]) as server:
        model = model_of(server)
        assert [model.chat(QUESTION, schema=SHAPE).text for _ in range(2)] == ['{"who": "Ann"}'] * 2
    assert ["response_format" in seen.body for seen in server.requests] == [True, False, False]
    assert '"who"' in server.requests[-1].body["messages"][-1]["content"]


def test_a_request_refused_both_ways_teaches_nothing() -> None:
    with Loopback([wire.fails(400, "no"), wire.fails(400, "no"), wire.says('{"who": "Ann"}')]) as server:
        model = model_of(server)
        with pytest.raises(errors.ModelError):
            model.chat(QUESTION, schema=SHAPE)
        model.chat(QUESTION, schema=SHAPE)
    assert ["response_format" in seen.body for seen in server.requests] == [True, False, True]


@pytest.mark.parametrize(
    ("behaviour", "kind", "words"),
    [
        (wire.fails(429, "slow down"), errors.ModelBusy, "slow down"),
        (wire.fails(500, "boom"), errors.ModelBusy, "boom"),
        (wire.fails(503, "overloaded"), errors.ModelBusy, "overloaded"),
        (wire.fails(429, "no credit", code="insufficient_quota"), errors.ModelError, "quota"),
        (wire.fails(400, "too long", code="context_length_exceeded"), errors.ModelError, "context"),
        (wire.fails(400, "what?"), errors.ModelError, "what?"),
        (wire.fails(401, f"wrong key {KEY}"), errors.ModelError, "api_key"),
        (wire.fails(403, f"key {KEY[:8]} may not"), errors.ModelError, "api_key"),
        (wire.fails(404, "no such model"), errors.ModelError, "base_url"),
        (wire.refuses(), errors.ModelRefused, "refused"),
        (wire.says("half an answer", "content_filter"), errors.ModelRefused, "refused"),
        (wire.says(""), errors.ModelUnreadable, "nothing"),
        (wire.says(" \n"), errors.ModelUnreadable, "nothing"),
        (wire.says("<think>and on and on", "length"), errors.ModelUnreadable, "max_tokens"),
        (wire.hangs, errors.ModelTimeout, "in time"),
        (wire.drips, errors.ModelTimeout, "in time"),
        (wire.hangs_up, errors.ModelTimeout, "hung up"),
        (wire.raw("<html>Sign in</html>", Content_Type="text/html"), errors.ModelUnreadable, "protocol"),
        (wire.raw("{nope"), errors.ModelUnreadable, "protocol"),
        (wire.raw([]), errors.ModelUnreadable, "protocol"),
        (wire.raw({}), errors.ModelUnreadable, "protocol"),
        (wire.raw({**wire.completion("x", "stop"), "choices": []}), errors.ModelUnreadable, "protocol"),
        (wire.raw({"error": {"message": "inside a 200"}}), errors.ModelUnreadable, "protocol"),
    ],
)
def test_a_fault_has_one_clear_outcome(behaviour: Behaviour, kind: type[Exception], words: str) -> None:
    error, server = failure(behaviour, timeout=SHORT if behaviour in SILENT else 20)
    assert type(error) is kind and words in str(error) and "some-model" in str(error)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("behaviour", "kind"),
    [
        (wire.fails(429, "slow down", headers={"Retry-After": "0"}), errors.ModelBusy),
        (wire.fails(500, "boom"), errors.ModelBusy),
        (wire.raw({"choices": []}), errors.ModelUnreadable),
        (wire.fails(400, "too long", code="context_length_exceeded"), None),
        (wire.fails(401, "no"), None),
        (wire.refuses(), None),
    ],
)
def test_only_what_may_pass_is_tried_again(behaviour: Behaviour, kind: type[Exception] | None) -> None:
    error, server = failure(behaviour, retries=2)
    assert len(server.requests) == (3 if kind else 1)
    assert kind is None or type(error) is kind


def test_a_busy_moment_passes() -> None:
    with Loopback([wire.fails(429, "wait", headers={"Retry-After": "0"}), wire.hangs_up, wire.says("Ann.")]) as server:
        assert model_of(server, retries=2).chat(QUESTION).text == "Ann."


def test_retry_after_is_honoured_up_to_a_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "LONGEST_WAIT", 0.2)
    with Loopback([wire.fails(429, "wait", headers={"Retry-After": "3600"}), wire.says("Ann.")]) as server:
        assert model_of(server, retries=1).chat(QUESTION).text == "Ann."
    first, second = server.requests
    assert 0.15 < second.at - first.at < 2


def test_a_wait_beyond_the_time_out_is_not_begun() -> None:
    began = time.monotonic()
    error, server = failure(wire.fails(429, "wait", headers={"Retry-After": "9"}), timeout=4, retries=3)
    assert isinstance(error, errors.ModelBusy) and len(server.requests) == 1 and time.monotonic() - began < 4


def test_the_time_out_bounds_all_tries_together() -> None:
    began = time.monotonic()
    error, _ = failure(wire.hangs, timeout=SHORT, retries=5)
    assert isinstance(error, errors.ModelTimeout) and time.monotonic() - began < SHORT + 2


def test_nobody_listens() -> None:
    with Loopback([wire.says("x")]) as server:
        url = server.url
    with pytest.raises(errors.ModelTimeout, match="base_url"):
        PydanticAIModel("m", url, timeout=2, retries=0).chat(QUESTION)


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize(
    "behaviour",
    [
        wire.fails(400, f"the key {KEY} isn't allowed this"),
        wire.fails(401, f"Incorrect API key provided: {KEY}"),
        wire.fails(401, f"Incorrect API key provided: {KEY[:6]}...{KEY[-3:]}"),
        wire.fails(500, f"Authorization: Bearer {KEY}"),
        wire.raw({"choices": KEY}),
    ],
)
def test_the_key_is_in_no_text(behaviour: Behaviour, streamed: bool) -> None:
    error, _ = failure(behaviour, streamed=streamed)
    told = "".join(traceback.format_exception(error))
    assert KEY not in told and "Bearer" not in told.replace("Bearer ***", "") and KEY[-3:] + "'" not in told


def test_no_vendors_key_goes_to_another_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with Loopback([wire.says("Ann.")]) as server:
        model_of(server, key=None).chat(QUESTION)
    assert not server.requests[0].key_matched


def test_a_model_without_a_temperature_gets_none() -> None:
    with Loopback([wire.says("Ann.")]) as server:
        PydanticAIModel("openai:gpt-5-mini", server.url, KEY).chat(QUESTION)
    assert "temperature" not in server.requests[0].body and server.requests[0].body["model"] == "gpt-5-mini"


def test_ollama_is_looked_for_where_it_usually_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OLLAMA_BASE_URL", raising=False)
    assert str(PydanticAIModel("ollama:qwen3")._model.base_url).startswith("http://localhost:11434/v1")


def test_inside_a_running_loop() -> None:
    async def notebook() -> tuple[str, str]:
        model = model_of(server)
        return model.chat(QUESTION).text, "".join(model.stream(QUESTION))

    with Loopback([wire.says("Ann.")]) as server:
        assert asyncio.run(notebook()) == ("Ann.", "Ann.")


def test_from_several_threads() -> None:
    with Loopback([wire.says("Ann.")]) as server:
        model, heard = model_of(server), list[str]()
        threads = [threading.Thread(target=lambda: heard.append(model.chat(QUESTION).text)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert heard == ["Ann."] * 8


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system doesn't fork")
def test_after_a_fork() -> None:
    with Loopback([wire.says("Ann.")]) as server:
        model = model_of(server)
        model.chat(QUESTION)
        child = os.fork()
        if child == 0:
            os._exit(0 if model.chat(QUESTION).text == "Ann." else 1)
        assert os.waitpid(child, 0)[1] == 0


def test_closing_and_going_on() -> None:
    with Loopback([wire.says("Ann.")]) as server:
        model = model_of(server)
        model.close()
        model.chat(QUESTION)
        model.close()
        assert model.chat(QUESTION).text == "Ann."


def test_a_streams_lone_closing_tag_is_left_to_the_reader_once_something_was_shown() -> None:
    text = "Ann? Bob?</think>\n\nIt was Bob."
    with Loopback([wire.says(text, pieces=len(text)), wire.says(text, pieces=1)]) as server:
        model = model_of(server)
        cut, whole = "".join(model.stream(QUESTION)), "".join(model.stream(QUESTION))
    assert (cut, without_thoughts(cut), whole) == (text, "It was Bob.", "It was Bob.")


def test_a_stream_comes_in_pieces_without_thoughts() -> None:
    text = "<think>Ann? Bob?</think>\n\nIt was Bob, 1 < 2."
    with Loopback([wire.says(text, pieces=len(text))]) as server:
        pieces = list(model_of(server).stream(QUESTION, max_tokens=9))
    assert "".join(pieces) == "It was Bob, 1 < 2." and len(pieces) > 5
    assert server.requests[0].body["max_tokens"] == 9


@pytest.mark.parametrize(
    ("behaviour", "kind"),
    [
        (wire.fails(429, "slow down"), errors.ModelBusy),
        (wire.fails(401, "no"), errors.ModelError),
        (wire.hangs, errors.ModelTimeout),
        (wire.drips, errors.ModelTimeout),
        (wire.stalls, errors.ModelTimeout),
        (wire.hangs_up, errors.ModelTimeout),
        (wire.breaks_off, errors.ModelTimeout),
        (wire.says(""), errors.ModelUnreadable),
        (wire.says("half", "content_filter"), errors.ModelRefused),
        (wire.raw("<html>", Content_Type="text/html"), errors.ModelUnreadable),
        (wire.raw("data: {nope\n\n", Content_Type="text/event-stream"), errors.ModelUnreadable),
    ],
)
def test_a_streams_fault_is_raised_where_it_is_read(behaviour: Behaviour, kind: type[Exception]) -> None:
    assert type(failure(behaviour, streamed=True, timeout=SHORT if behaviour in SILENT else 20)[0]) is kind


def test_a_stream_that_breaks_off_gives_what_came_and_is_not_begun_again() -> None:
    heard = []
    with Loopback([wire.breaks_off]) as server, pytest.raises(errors.ModelTimeout):
        for piece in model_of(server, retries=2).stream(QUESTION):
            heard.append(piece)
    assert heard == ["The first half, "] and len(server.requests) == 1


def test_a_stream_is_begun_again_while_nothing_came() -> None:
    with Loopback([wire.fails(503, "overloaded"), wire.says("Ann.")]) as server:
        assert "".join(model_of(server, retries=1).stream(QUESTION)) == "Ann."


def test_closing_a_stream_early_hangs_up() -> None:
    with Loopback([wire.never_ends]) as server:
        pieces: Iterator[str] = model_of(server).stream(QUESTION)
        next(pieces)
        pieces.close()  # type: ignore[attr-defined]
        assert server.hung_up.wait(5)


def test_a_slow_reader_is_not_a_silent_server() -> None:
    with Loopback([wire.says("one two three", pieces=3)]) as server:
        heard = []
        for piece in model_of(server, timeout=1.0).stream(QUESTION):
            heard.append(piece)
            time.sleep(0.4)
    assert "".join(heard) == "one two three"


def test_a_process_ends_cleanly_with_a_stream_left_open() -> None:
    code = (
        "from tests import loopback as wire; from tests.providers.test_remote_models import QUESTION, PydanticAIModel;"
        "server = wire.Loopback([wire.never_ends]).__enter__();"
        "pieces = PydanticAIModel('m', server.url).stream(QUESTION); print(len(next(pieces)) > 0)"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.stdout.strip(), done.stderr) == ("True", "")
