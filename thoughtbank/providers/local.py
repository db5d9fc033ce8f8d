"""A language model in this process: a GGUF file run by llama.cpp, without a server and without a network.

Asking is here; loading and guarding the weights is in `llama.py`, what a file says of itself in `gguf.py`. Checked by
`tests/providers/test_local_model.py` on a model of a few kilobytes whose every probability is known.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from thoughtbank.errors import InputError, ModelError, ModelUnreadable
from thoughtbank.language.reasoning import without_thoughts
from thoughtbank.ports import ChatMessage, Reply
from thoughtbank.providers.chat import with_schema
from thoughtbank.providers.gguf import defused, read_head
from thoughtbank.providers.llama import Unusable, runtime, shared_slot
from thoughtbank.providers.machine import cores
from thoughtbank.providers.reasoning import ThoughtFilter
from thoughtbank.providers.texts import sendable

CONTEXT = 8192
"""Tokens of prompt and reply together, unless the model was trained for fewer. Measured on a model of 1.5 billion parameters: 29 kB each, kept free."""
TIMEOUT = 600.0
"""Seconds a call may take. Chosen: a full context of 8,192 tokens is read in about 200 on one core, and may have to wait for another one."""
MAX_TOKENS = 1024
"""Tokens of a reply unless the call says otherwise. Chosen: a minute of one core."""
LIKELIEST = 2000
"""Tokens whose probability is looked at. Chosen: what lies beyond has less than a millionth each."""
WORTH = 1e-4
"""A beginning less likely than this isn't followed further. Chosen: it can't change a share's third place."""


class LocalModel:
    """A ChatModel, and Choosing, of one GGUF file. The weights are mapped at the first call and shared by all that name the same file.

    `context` counts tokens. `threads` defaults to one less than the cores this process may use: they spin while they wait, and with none to spare it is
    many times slower. `seed` makes replies at a temperature above 0 repeatable; at 0 they always are. `vouched` says that the file is known to be whole,
    so that it isn't tried out first. Safe to call from several threads. Constructing raises SettingsError, MissingExtra.
    """

    def __init__(
        self,
        file: Path,
        *,
        context: int = CONTEXT,
        threads: int | None = None,
        timeout: float = TIMEOUT,
        seed: int | None = None,
        vouched: bool = False,
    ) -> None:
        self.name = f"local:{file.stem}"
        head = read_head(file)
        runtime()
        self._plain = defused(head.controls)
        self._timeout = timeout
        self._seed = seed
        self._slot = shared_slot(file, min(context, head.context or context), threads or max(1, cores() - 1), vouched)

    def chat(
        self,
        messages: Sequence[ChatMessage],
        *,
        schema: Mapping[str, Any] | None = None,
        temperature: float = 0.0,
        max_tokens: int | None = None,
    ) -> Reply:
        """The whole reply, without the model's thoughts. With a schema the reply can't but follow it, until it is cut.

        A schema that no grammar can be made of goes into the prompt instead. Raises ModelError.
        """
        if schema is None:
            return self._whole(self._request(messages, temperature, max_tokens))
        shape = {"type": "json_schema", "json_schema": {"schema": dict(schema)}}
        try:
            return self._whole(self._request(messages, temperature, max_tokens) | {"response_format": shape})
        except Unusable:
            return self._whole(self._request(with_schema(messages, schema), temperature, max_tokens))

    def stream(
        self, messages: Sequence[ChatMessage], *, temperature: float = 0.0, max_tokens: int | None = None
    ) -> Iterator[str]:
        """Pieces of the reply, without the model's thoughts. Closing the iterator stops the model. Raises ModelError where they are read."""
        thoughts, said, cut = ThoughtFilter(), "", False
        for event in self._events(self._request(messages, temperature, max_tokens), renew=True):
            piece = thoughts.feed(_piece(event))
            cut = cut or _finish(event) == "length"
            if piece := piece if said else piece.lstrip():
                said += piece
                yield piece
        if piece := thoughts.rest():
            said += piece
            yield piece
        self._check(said, cut)

    def probabilities(self, messages: Sequence[ChatMessage], choices: Sequence[str]) -> dict[str, float]:
        """Each choice's share of the probability that the reply begins with one of them, by the first token that tells them apart.

        White space before it doesn't count; of two choices that fit, such as "1" and "10", the longer one does. One call of the model, and one more for
        each beginning that several choices share. Raises ModelError, InputError.
        """
        if not choices or len(set(choices)) < len(choices) or any(choice != choice.strip() or not choice for choice in choices):
            raise InputError(f"choices are different texts without space around them, at least one, not {list(choices)!r}")
        shares = dict.fromkeys(choices, 0.0)
        self._share(messages, "", 1.0, shares)
        total = sum(shares.values())
        if total <= 0:
            raise ModelUnreadable(
                f"{self.name}: the reply would begin with none of {', '.join(choices)}; say in the prompt what to choose from"
            )
        return {choice: share / total for choice, share in shares.items()}

    def _share(self, messages: Sequence[ChatMessage], begun: str, likely: float, shares: dict[str, float]) -> None:
        """Adds to the shares what the next token is worth, given that the reply begins with `begun`, which itself is as likely as `likely`."""
        follow: dict[bytes, float] = {}
        for token, chance in self._next(messages, begun):
            said = (begun.encode() + token).lstrip()
            done = max((choice for choice in shares if said.startswith(choice.encode())), key=len, default=None)
            longer = [choice for choice in shares if choice.encode().startswith(said) and choice.encode() != said]
            if said and token and longer and (done or len(longer) > 1):
                follow[said] = follow.get(said, 0.0) + likely * chance
            elif said and done:
                shares[done] += likely * chance
            elif said and token and longer:
                shares[longer[0]] += likely * chance
        for said, chance in follow.items():
            if chance >= WORTH and (text := _whole_text(said)) is not None:
                self._share(messages, text, chance, shares)

    def _next(self, messages: Sequence[ChatMessage], begun: str) -> Iterator[tuple[bytes, float]]:
        """The likeliest next tokens with their probabilities; the end of the reply is an empty one."""
        asked = [*messages, ChatMessage("assistant", begun)] if begun else messages
        request = self._request(asked, 0.0, 1) | {"logprobs": True, "top_logprobs": LIKELIEST}
        # Whole, since a stream holds back half a character; and going on, since an end comes without its probability.
        request |= {"stream": False, "stream_options": None, "return_progress": False, "ignore_eos": True}
        for event in self._events(request):
            try:
                for token in event["choices"][0]["logprobs"]["content"][0]["top_logprobs"]:
                    yield bytes(token["bytes"]), math.exp(token["logprob"])
            except (LookupError, TypeError) as error:  # the reply would be empty: it has no first token
                raise ModelUnreadable(f"{self.name}: the model has nothing to say to this") from error

    def _request(self, messages: Sequence[ChatMessage], temperature: float, max_tokens: int | None) -> dict[str, Any]:
        wire = [{"role": message.role, "content": self._plain(sendable(message.text))} for message in messages]
        request: dict[str, Any] = {"messages": wire, "temperature": temperature, "max_tokens": max_tokens or MAX_TOKENS}
        if self._seed is not None:
            request["seed"] = self._seed
        return request | {"stream": True, "stream_options": {"include_usage": True}, "return_progress": True}

    def _whole(self, request: dict[str, Any]) -> Reply:
        text, cut, usage = "", False, dict[str, int]()
        for event in self._events(request):
            text += _piece(event)
            cut = cut or _finish(event) == "length"
            usage = event.get("usage") or usage
        text = without_thoughts(text).strip()
        self._check(text, cut)
        return Reply(text, cut, usage.get("prompt_tokens"), usage.get("completion_tokens"))

    def _check(self, text: str, cut: bool) -> None:
        if not text.strip() and cut:
            raise ModelUnreadable(f"{self.name}: the length limit was reached before the answer began; raise max_tokens")
        if not text.strip():
            raise ModelUnreadable(f"{self.name}: the model answered with nothing")

    def _events(self, request: dict[str, Any], *, renew: bool = False) -> Iterator[dict[str, Any]]:
        """What the runtime says. Ends after the time-out, or with `renew` when nothing comes for so long. Raises ModelError."""
        for event in self._slot.events(request, self.name, self._timeout, renew=renew):
            if error := event.get("error"):
                raise _translated(error, self.name)
            yield event


def _translated(error: Mapping[str, Any], name: str) -> ModelError:
    """The error of ours that the runtime's answer means."""
    if error.get("type") == "exceed_context_size_error":
        return ModelError(
            f"{name}: the prompt has {error.get('n_prompt_tokens')} tokens and the context {error.get('n_ctx')}; shorten it or raise local_context"
        )
    return Unusable(f"{name}: the runtime refused the request: {error.get('message')}")


def _piece(event: Mapping[str, Any]) -> str:
    """The text that an event adds."""
    return "".join(choice.get("delta", {}).get("content") or "" for choice in event.get("choices", ()))


def _finish(event: Mapping[str, Any]) -> str | None:
    """Why the reply ended, where an event says so."""
    return next((choice.get("finish_reason") for choice in event.get("choices", ())), None)


def _whole_text(said: bytes) -> str | None:
    """None where a character isn't whole yet: a reply can't be begun with half of one."""
    try:
        return said.decode()
    except UnicodeDecodeError:
        return None
