"""Every language model there is a vendor or a server for, through pydantic-ai's direct requests.

Only the wire is pydantic-ai's: no agent, no tools, no instrumentation, no retries but ours. A JSON schema goes as native
structured output where the model takes it and into the prompt where it doesn't; a server that answers 400 to the first is
asked the second way from then on.
"""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from thoughtbank.errors import ModelRefused, ModelTimeout, ModelUnreadable
from thoughtbank.language.reasoning import without_thoughts
from thoughtbank.ports import ChatMessage, Reply
from thoughtbank.providers.faults import FOREIGN, chain, patiently, translate
from thoughtbank.providers.loop import BackgroundLoop, shared_loop
from thoughtbank.providers.reasoning import ThoughtFilter
from thoughtbank.providers.texts import sendable
from thoughtbank.providers.vendors import chat_model

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelRequestPart, ModelResponse
    from pydantic_ai.models import Model, ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

SCHEMA_PROMPT = "\n\nAnswer with one JSON value that follows this JSON schema, and with nothing else:\n"

NO_TEMPERATURE = ("openai_supports_reasoning", "anthropic_disallows_sampling_settings", "bedrock_disallows_sampling_settings")
"""What pydantic-ai's profiles say of models that have no temperature; sent one, it warns at every call."""

PIECES = 64
"""Pieces of a streamed reply that wait for a slow reader before the upstream has to."""


class PydanticAIModel:
    """A ChatModel behind `provider:model`, or behind the OpenAI-compatible server at `base_url`.

    `chat` returns or raises within `timeout` seconds, its retries and their waits included. `stream` ends when nothing
    comes for `timeout` seconds; a long reply may take longer. Safe to call from several threads. Constructing raises
    SettingsError, MissingExtra.
    """

    def __init__(
        self, name: str, base_url: str | None = None, api_key: str | None = None, timeout: float = 60.0, retries: int = 2
    ) -> None:
        self.name = name
        self._base_url = base_url
        self._key = api_key
        self._timeout = timeout
        self._retries = retries
        self._model = chat_model(name, base_url, api_key)
        self._loop: BackgroundLoop | None = None
        self._native = bool(self._model.profile.get("supports_json_schema_output", False))

    def chat(
        self,
        messages: Sequence[ChatMessage],
        *,
        schema: Mapping[str, Any] | None = None,
        temperature: float = 0.0,
        max_tokens: int | None = None,
    ) -> Reply:
        """The whole reply, without the model's thoughts. Raises ModelError."""
        loop, model = self._connected()
        settings = self._settings(model, temperature, max_tokens)

        async def once() -> Reply:
            return self._reply(await self._ask(model, messages, schema, settings))

        work = patiently(once, name=self.name, key=self._key, retries=self._retries, timeout=self._timeout, total=self._timeout)
        try:
            return loop.run(work, self._timeout)
        except TimeoutError as error:
            raise ModelTimeout(f"{self.name}: the client is stuck; no answer in time") from error

    def stream(
        self, messages: Sequence[ChatMessage], *, temperature: float = 0.0, max_tokens: int | None = None
    ) -> Iterator[str]:
        """Pieces of the reply, without the model's thoughts, except one whose opening tag the server kept for itself: that shows only
        when it ends, and is left with its `</think>` for the reader to take out. Errors are raised where the pieces are read;
        closing the iterator cancels the request. Only a request that has given nothing yet is tried again. Raises ModelError.
        """
        loop, model = self._connected()
        settings = self._settings(model, temperature, max_tokens)
        pieces: asyncio.Queue[str | None] = asyncio.Queue()
        room = asyncio.Semaphore(PIECES)

        async def produce() -> None:
            try:
                async with aclosing(self._pieces(model, messages, settings)) as given:
                    async for piece in given:
                        await room.acquire()
                        pieces.put_nowait(piece)
            finally:
                pieces.put_nowait(None)

        async def take() -> str | None:
            room.release()
            return await pieces.get()

        producer = loop.submit(produce())
        try:
            while (piece := loop.submit(take()).result()) is not None:
                yield piece
            producer.result()
        finally:
            producer.cancel()

    def close(self) -> None:
        """Closes idle connections; a later call opens new ones."""
        if self._loop is not None:
            model, self._model, self._loop = self._model, chat_model(self.name, self._base_url, self._key), None
            shared_loop().run(_close(model), self._timeout)

    def _connected(self) -> "tuple[BackgroundLoop, Model]":
        """The loop, and a model whose connections are on it: after a fork both are new."""
        loop = shared_loop()
        if self._loop is not None and self._loop is not loop:
            self._model = chat_model(self.name, self._base_url, self._key)
        self._loop = loop
        return loop, self._model

    def _settings(self, model: "Model", temperature: float, max_tokens: int | None) -> "ModelSettings":
        from pydantic_ai.settings import ModelSettings

        settings = ModelSettings()
        if not any(model.profile.get(flag, False) for flag in NO_TEMPERATURE):
            settings["temperature"] = temperature
        if max_tokens is not None:
            settings["max_tokens"] = max_tokens
        if "timeout" not in model.unsupported_settings:  # a setting that a vendor ignores makes it warn
            settings["timeout"] = self._timeout
        if "max_retries" not in model.unsupported_settings:
            settings["max_retries"] = 0
        return settings

    async def _ask(
        self, model: "Model", messages: Sequence[ChatMessage], schema: Mapping[str, Any] | None, settings: "ModelSettings"
    ) -> "ModelResponse":
        """One request; two the first time a server turns out not to know schemas."""
        from pydantic_ai.direct import model_request
        from pydantic_ai.exceptions import ModelContextWindowExceededError, ModelHTTPError

        if schema is not None and self._native:
            try:
                return await model_request(
                    model, _wire(messages), model_settings=settings, model_request_parameters=_native(schema), instrument=False
                )
            except ModelHTTPError as error:
                if error.status_code not in (400, 422) or isinstance(error, ModelContextWindowExceededError):
                    raise
        asked = messages if schema is None else with_schema(messages, schema)
        response = await model_request(model, _wire(asked), model_settings=settings, instrument=False)
        if schema is not None:
            self._native = False  # true already, or just learnt; a request that fails both ways teaches nothing
        return response

    def _reply(self, response: "ModelResponse") -> Reply:
        text = without_thoughts(response.text or "").strip()
        self._check(response, text)
        usage = response.usage
        return Reply(text, response.finish_reason == "length", usage.input_tokens or None, usage.output_tokens or None)

    def _check(self, response: "ModelResponse", text: str) -> None:
        """Raises ModelRefused or ModelUnreadable unless there is an answer."""
        if response.finish_reason == "content_filter":
            raise ModelRefused(f"{self.name}: the model or its content filter refused to answer")
        if not text.strip() and response.finish_reason == "length":
            raise ModelUnreadable(f"{self.name}: the length limit was reached before the answer began; raise max_tokens")
        if not text.strip():
            raise ModelUnreadable(f"{self.name}: the model answered with nothing")

    async def _pieces(
        self, model: "Model", messages: Sequence[ChatMessage], settings: "ModelSettings"
    ) -> AsyncGenerator[str, None]:
        """The visible text as it comes. Raises ModelError."""

        async def begin() -> tuple[AsyncGenerator[str, None], str | None]:
            opened = self._events(model, messages, settings)
            return opened, await anext(opened, None)

        opened, piece = await patiently(
            begin, name=self.name, key=self._key, retries=self._retries, timeout=self._timeout, total=self._timeout
        )
        async with aclosing(opened):
            while piece is not None:
                yield piece
                try:
                    async with asyncio.timeout(self._timeout):
                        piece = await anext(opened, None)
                except FOREIGN as error:
                    raise translate(error, self.name, self._key) from chain(error, self._key)

    async def _events(
        self, model: "Model", messages: Sequence[ChatMessage], settings: "ModelSettings"
    ) -> AsyncGenerator[str, None]:
        """One streamed request. Raises what the client raises, ModelRefused, ModelUnreadable."""
        from pydantic_ai.direct import model_request_stream

        thoughts, text = ThoughtFilter(), ""
        async with model_request_stream(model, _wire(messages), model_settings=settings, instrument=False) as events:
            async for event in events:
                piece = thoughts.feed(_text_of(event))
                if piece := piece if text else piece.lstrip():
                    text += piece
                    yield piece
            if piece := thoughts.rest():
                text += piece
                yield piece
            self._check(events.get(), text)


def _text_of(event: object) -> str:
    """What an event of a stream adds to the visible text."""
    from pydantic_ai.messages import PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta

    match event:
        case PartStartEvent(part=TextPart(content=text)) | PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
            return text
        case _:
            return ""


def _wire(messages: Sequence[ChatMessage]) -> "list[ModelMessage]":
    """pydantic-ai's messages: what we say in requests, what the model said in responses."""
    from pydantic_ai.messages import ModelRequest, ModelResponse, SystemPromptPart, TextPart, UserPromptPart

    wire: list[ModelMessage] = []
    for message in messages:
        text = sendable(message.text)
        if message.role == "assistant":
            wire.append(ModelResponse(parts=[TextPart(text)]))
            continue
        part: ModelRequestPart = SystemPromptPart(text) if message.role == "system" else UserPromptPart(text)
        if wire and isinstance(wire[-1], ModelRequest):
            wire[-1] = ModelRequest(parts=[*wire[-1].parts, part])
        else:
            wire.append(ModelRequest(parts=[part]))
    return wire


def _native(schema: Mapping[str, Any]) -> "ModelRequestParameters":
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.output import OutputObjectDefinition

    shape = OutputObjectDefinition(json_schema=dict(schema), name=_name_of(schema))
    return ModelRequestParameters(output_mode="native", output_object=shape)


def _name_of(schema: Mapping[str, Any]) -> str:
    """The schema's title as vendors allow names: ASCII letters, digits, underscores."""
    return re.sub(r"[^A-Za-z0-9_]", "_", str(schema.get("title", "")))[:60] or "answer"


def with_schema(messages: Sequence[ChatMessage], schema: Mapping[str, Any]) -> list[ChatMessage]:
    """The messages with the schema at the end of the last one, where every chat template takes it."""
    stated = SCHEMA_PROMPT + json.dumps(schema, ensure_ascii=False)
    if messages and messages[-1].role == "user":
        return [*messages[:-1], ChatMessage("user", messages[-1].text + stated)]
    return [*messages, ChatMessage("user", stated.strip())]


async def _close(model: "Model") -> None:
    async with model:  # leaving it closes the connections it opened itself
        pass
