"""An answer as it is made: pieces while they come, and at the end what it rests on and what became of the exchange."""

from collections.abc import Callable, Generator, Iterator, Sequence

from thoughtbank.errors import InputError, ModelError
from thoughtbank.language.reasoning import without_thoughts
from thoughtbank.ports import ChatModel
from thoughtbank.recall.reply import Prompt, by_quotes, cited, is_known, quoted, statements
from thoughtbank.records.decisions import Answer, Recall, Receipt, Row
from thoughtbank.records.memory import Origin
from thoughtbank.settings import AnswerSettings

Keep = Callable[[str, Origin, Sequence[Row]], list[Receipt]]
"""Remembers a reply: its text, whether it is learnt, and the memories it rests on."""


class AnswerStream:
    """Iterate over it for the pieces of the reply; `answer` is there afterwards.

    A model that fails before its first piece is replaced by quotes; one that fails later leaves what it said, with a note. A reader that stops
    early leaves the answer as far as it was read, and that part is remembered. Thoughts that a stream could not hold back are in its pieces,
    and not in the answer.
    """

    def __init__(
        self,
        question: str,
        recall: Recall,
        asked: Prompt,
        model: ChatModel | None,
        settings: AnswerSettings,
        receipts: Sequence[Receipt],
        keep: Keep,
    ) -> None:
        self._question, self._recall, self._asked = question, recall, asked
        self._model, self._settings = model, settings
        self._receipts, self._keep = tuple(receipts), keep
        self._pieces = self._run()
        self.answer: Answer | None = None

    def __iter__(self) -> Iterator[str]:
        return self._pieces

    def close(self) -> None:
        """Stops; what was said so far is the answer."""
        self._pieces.close()

    def finish(self) -> Answer:
        """Reads to the end and gives the answer."""
        for _ in self._pieces:
            pass
        if self.answer is None:
            raise InputError("this answer was closed before it began; ask again")
        return self.answer

    def _run(self) -> Generator[str, None, None]:
        note = None
        if self._model is not None:
            yield from self._by_model(self._model)
            if self.answer is not None:
                return
            note = self._fault
        stated = statements(self._recall.rows)
        rows = quoted(stated, self._settings) if is_known(self._recall, stated, self._settings) else ()
        text = by_quotes(self._question, rows, kept=bool(self._receipts))
        self._end(text, rows, (), "quotes", note)
        yield text

    def _by_model(self, model: ChatModel) -> Generator[str, None, None]:
        said: list[str] = []
        self._fault: str | None = None
        try:
            for piece in model.stream(self._asked.messages):
                said.append(piece)
                yield piece
        except ModelError as error:
            self._fault = f"{model.name} failed: {error}"
        finally:  # also when the reader stops early
            text = without_thoughts("".join(said))
            if text.strip():
                used = cited(text, self._asked.rows)
                self._end(text, tuple(used.values()), tuple(used), model.name, self._fault)
            elif self._fault is None:
                self._fault = f"{model.name} said nothing"

    def _end(self, text: str, rows: tuple[Row, ...], numbers: tuple[int, ...], by: str, note: str | None) -> None:
        """Keeps the answer. Quotes repeat what is known, and a model that cites none of the memories it was shown ("I don't know") says nothing
        that memory bears out: neither is learnt as a fact.
        """
        origin: Origin = "said" if by != "quotes" and (rows or not self._asked.rows) else "recalled"
        sources = rows if rows or by == "quotes" else self._asked.rows
        self.answer = Answer(text, bool(rows), rows, by, numbers, note, (*self._receipts, *self._keep(text, origin, sources)))
