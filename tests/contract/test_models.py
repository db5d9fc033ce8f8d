"""What every language model promises, checked on each."""

import threading
from collections.abc import Callable, Iterator

import pytest

from tests import loopback as wire
from tests.loopback import KEY, Behaviour, Loopback
from thoughtbank.errors import ModelBusy, ModelError, ModelRefused, ModelUnreadable
from thoughtbank.ports import ChatMessage, ChatModel, Reply
from thoughtbank.providers.chat import PydanticAIModel
from thoughtbank.providers.fake import Scripted, ScriptedModel
from thoughtbank.providers.own import own_model

ASKED = [ChatMessage("system", "Be brief."), ChatMessage("user", "Who drinks tea?")]
SCRIPT: dict[str, tuple[Scripted, Behaviour]] = {
    "good": ("Ann, and now and then Bob.", wire.says("Ann, and now and then Bob.")),
    "cut": (Reply("Ann, and", cut=True), wire.says("Ann, and", "length")),
    "busy": (ModelBusy("slow down"), wire.fails(429, "slow down")),
    "refused": (ModelRefused("no"), wire.says("x", "content_filter")),
    "nothing": (ModelUnreadable("nothing"), wire.says("")),
}

Make = Callable[[str], ChatModel]


@pytest.fixture(params=["scripted", "own", "server"])
def make(request: pytest.FixtureRequest) -> Iterator[Make]:
    """A model that behaves in one way, again and again."""
    servers: list[Loopback] = []

    def made(way: str) -> ChatModel:
        if request.param != "server":
            scripted = ScriptedModel([SCRIPT[way][0]] * 20)
            return scripted if request.param == "scripted" else own_model(scripted)
        servers.append(Loopback([SCRIPT[way][1]]).__enter__())
        return PydanticAIModel("some-model", servers[-1].url, KEY, timeout=20, retries=0)

    yield made
    for server in servers:
        server.__exit__(None, None, None)


def test_a_whole_answer(make: Make) -> None:
    model = make("good")
    reply = model.chat(ASKED, temperature=0.5, max_tokens=50)
    assert isinstance(reply, Reply) and reply.text == "Ann, and now and then Bob." and not reply.cut
    assert model.name


def test_a_schema_is_taken(make: Make) -> None:
    assert make("good").chat(ASKED, schema={"type": "object", "properties": {}}).text


def test_pieces_make_up_the_answer(make: Make) -> None:
    pieces = list(make("good").stream(ASKED, max_tokens=50))
    assert len(pieces) > 1 and "".join(pieces) == "Ann, and now and then Bob."


def test_a_stream_can_be_left(make: Make) -> None:
    stream = make("good").stream(ASKED)
    assert next(stream)
    stream.close()  # type: ignore[attr-defined]


def test_a_cut_answer_says_so(make: Make) -> None:
    assert make("cut").chat(ASKED).cut


@pytest.mark.parametrize(("way", "kind"), [("busy", ModelBusy), ("refused", ModelRefused), ("nothing", ModelUnreadable)])
def test_errors_are_ours(make: Make, way: str, kind: type[ModelError]) -> None:
    with pytest.raises(kind):
        make(way).chat(ASKED)
    with pytest.raises(kind):
        list(make(way).stream(ASKED))


def test_messages_are_left_as_given(make: Make) -> None:
    messages = list(ASKED)
    make("good").chat(messages, schema={"type": "object", "properties": {}})
    assert messages == ASKED


def test_from_several_threads(make: Make) -> None:
    model, heard = make("good"), list[str]()
    threads = [threading.Thread(target=lambda: heard.append(model.chat(ASKED).text)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heard == ["Ann, and now and then Bob."] * 6
