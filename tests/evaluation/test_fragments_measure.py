"""The rule by which propositions are right, half right or wrong, its figures, and whether the held-out labels are well-formed."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from thoughtbank.errors import InputError
from thoughtbank.evaluation import wordings
from thoughtbank.evaluation.fragment_figures import counts, listing, measure
from thoughtbank.evaluation.fragments import Found, Judged, Label, Message, judge, mark, read
from thoughtbank.language.words import normalise

HELD_OUT = Path(__file__).parent.parent / "data" / "fragments_heldout.jsonl"
TEXT = "My sister gave me a kiln in Delft last spring, and I might open a pottery."


def label(predicate: str, *args: str, **more: Any) -> dict[str, Any]:
    split = [one.split("/") for one in args]
    return {"predicate": predicate.split("/"), "negative": False, "mood": "fact|past", "args": split, **more}


def message(*labels: dict[str, Any], text: str = TEXT, lang: str = "en", speaker: str | None = "Ida", **more: Any) -> Message:
    head = {"id": "x", "lang": lang, "speaker": speaker, "listener": None, "said_at": "2025-01-05T10:00:00+00:00"}
    return Message.model_validate({**head, "text": text, "propositions": labels, **more})


def found(predicate: str, *args: str | tuple[str, str], mood: str = "fact", negative: bool = False) -> Found:
    return Found(predicate, tuple(("", one) if isinstance(one, str) else one for one in args), negative, mood)


GAVE = label(
    "gave/give", "Ida's sister", "Ida", "kiln",
    others=[{"role": "place", "text": ["Delft"]}, {"role": "time", "text": ["last spring", "2024"]}],
)  # fmt: skip
OPEN = label("open", "Ida", "pottery", mood="possible")
TOLD = message(GAVE, OPEN)


def verdict(one: Found, told: Message = TOLD) -> Judged:
    return judge(told, [one]).judged[0]


@pytest.mark.parametrize(
    "one",
    [
        found("gave", "Ida's sister", "Ida", "a kiln"),
        found("gives", "Ida's sister", "Ida", "an old kiln", ("place", "in Delft"), ("time", "last spring")),
        found("gave", "Ida's sister", "Ida", "kiln", "Delft"),
        found("gave", "Ida's sister", ("other", "Ida"), ("other", "kiln")),
        found("gave", "Ida's sister", "kiln", "Ida", ("time", "2024")),
        found("gave", "Ida's sister", "Ida", "kiln", mood="past"),
        found("might open", "Ida", "a pottery", mood="possible"),
    ],
)
def test_right(one: Found) -> None:
    assert verdict(one) == Judged(one, "right", (), TOLD.propositions.index(_nearest(one)))


def _nearest(one: Found) -> Label:
    return TOLD.propositions["open" in one.predicate]


@pytest.mark.parametrize(
    ("fault", "one"),
    [
        ("missing: kiln", found("gave", "Ida's sister", "Ida")),
        ("glued with Delft", found("gave", "Ida's sister", "Ida", "a kiln in Delft")),
        ("glued with Ida", found("gave", "Ida's sister", "Ida a kiln")),
        ("not named: me", found("gave", "Ida's sister", "me", "a kiln")),
        ("not in the label: Bruges", found("gave", "Ida's sister", "Ida", "a kiln", ("place", "Bruges"))),
        ("time for place: Delft", found("gave", "Ida's sister", "Ida", "a kiln", ("time", "Delft"))),
        ("glued with", found("gave", "Ida's sister", "Ida", "kiln", ("place", "Delft last spring"))),
        ("time for a core argument: a kiln", found("gave", "Ida's sister", "Ida", ("time", "a kiln"))),
        ("glued with 6 words more", found("gave", "Ida's sister", "Ida", "kiln nobody ever heard such good news")),
    ],
)
def test_half(fault: str, one: Found) -> None:
    got = verdict(one)
    assert got.verdict == "half" and any(said.startswith(fault) for said in got.faults), got


def test_a_cut_argument_is_half() -> None:
    told = message(label("broke/break", "Ida", "tea kettle"), text="I broke the tea kettle.")
    got = verdict(found("broke", "Ida", "tea"), told)
    assert got.verdict == "half" and "cut: tea" in got.faults


@pytest.mark.parametrize(
    ("fault", "one"),
    [
        ("predicate", found("sold", "Ida's sister", "Ida", "a kiln")),
        ("polarity", found("gave", "Ida's sister", "Ida", "a kiln", negative=True)),
        ("mood", found("gave", "Ida's sister", "Ida", "a kiln", mood="plan")),
        ("mood", found("opens", "Ida", "a pottery")),
        ("subject", found("gave", "Ida", "Ida", "a kiln")),
        ("subject", found("gave", "my sister", "Ida", "a kiln")),
        ("subject", found("gave", "she", "Ida", "a kiln")),
        ("subject", found("gave", "Ida's sister kiln", "Ida", "a kiln")),
        ("subject", Found("gave", (("place", "Delft"),))),
        ("subject", Found("gave", ())),
        ("another argument", found("gave", "Ida's sister", "Ida", "a loom")),
        ("predicate", found("gave and opened", "Ida's sister", "Ida", "a kiln")),
    ],
)
def test_wrong(fault: str, one: Found) -> None:
    got = verdict(one)
    assert got.verdict == "wrong" and any(said.startswith(fault) for said in got.faults), got


def test_whatever_is_found_where_nothing_is_to_be_found_is_wrong() -> None:
    got = verdict(found("open", "Ida", "a pottery"), message(text="What if I opened a pottery?"))
    assert (got.verdict, got.label) == ("wrong", None)


def test_a_copula_stands_with_its_complement_or_without() -> None:
    told = message(label("allergic", "Ida", "nuts", mood="fact"), label("be", "Ida", "potter", mood="fact"))
    for one in (
        found("is allergic to", "Ida", "nuts"),
        found("is", "Ida", "allergic to nuts"),
        found("is", "Ida", "a potter"),
        found("is a potter", "Ida"),
        found("is", "Ida", "so allergic", "nuts"),
    ):
        assert verdict(one, told).verdict == "right", one
    assert verdict(found("is", "Ida", "afraid of nuts"), told).verdict == "wrong"
    assert verdict(found("met a potter", "Ida"), told).verdict == "wrong"


def test_an_argument_that_lists_things_is_right_for_each() -> None:
    told = message(label("grow", "Ida", "figs"), label("grow", "Ida", "plums"))
    assert judge(told, [found("grow", "Ida", "figs and plums")]).got == ("right", "right")
    assert judge(told, [found("grow", "Ida", "figs")]).got == ("right", "")
    pair = message(label("met", "Ida"), label("met", "Leo"), text="Leo and I met.")
    assert judge(pair, [found("met", "Ida and Leo")]).got == ("right", "right")
    assert judge(pair, [found("met", "Leo")]).got == ("", "right")


def test_words_the_predicate_says_need_no_argument() -> None:
    told = message(label("做/做饭", "小米", "饭"), text="我做饭", lang="zh", speaker="小米")
    for one in (found("做饭", "小米"), found("做", "小米", "饭"), found("做饭", "小米", "饭")):
        assert verdict(one, told).verdict == "right", one
    assert verdict(found("做", "小米"), told).verdict == "half"


def test_a_frame_is_another_order_of_arguments() -> None:
    told = message(label("fired/fire", "Ida", frames=[[["boss"], ["Ida"]]]), text="I was fired by the boss.")
    assert verdict(found("was fired", "Ida"), told).verdict == "right"
    assert verdict(found("fired", "the boss", "Ida"), told).verdict == "right"
    assert verdict(found("fired", "Ida", "the boss"), told).verdict == "half"


def test_korean_words_that_deny_by_themselves() -> None:
    told = message(label("없/있", "미아", "면허", negative=True, mood="fact"), text="나 면허 없어.", lang="ko", speaker="미아")
    assert verdict(found("없다", "미아", "면허"), told).verdict == "right"
    assert verdict(found("없다", "미아는", "면허가", negative=True), told).verdict == "right"
    assert verdict(found("있다", "미아", "면허"), told).verdict == "wrong"


@pytest.mark.parametrize(
    ("lang", "user", "one"),
    [
        ("en", "the user", found("lost", "the user", "a job")),
        ("zh", "用户", found("丢了", "用户", "工作")),
        ("ko", "사용자", found("잃었다", "사용자", "직장을")),
        ("vi", "người dùng", found("đã mất", "người dùng", "việc")),
    ],
)
def test_a_speaker_without_a_name(lang: str, user: str, one: Found) -> None:
    told = message(label("lost/丢/잃/mất", user, "job/工作/직장/việc"), lang=lang, speaker=None)
    assert verdict(one, told).verdict == "right"
    assert verdict(found(one.predicate, "Ida", one.args[1][1]), told).verdict == "wrong"


def scripted(*replies: Sequence[Found]) -> Any:
    left = list(replies)

    def fragment(text: str, speaker: str | None, listener: str | None, said_at: datetime, lang: str) -> Sequence[Found]:
        assert said_at == datetime(2025, 1, 5, 10, tzinfo=UTC)
        return left.pop(0)

    return fragment


RIGHT, HALF, WRONG = (
    found("gave", "Ida's sister", "Ida", "kiln"),
    found("gave", "Ida's sister", "Ida"),
    found("sold", "Ida", "kiln"),
)


def test_figures() -> None:
    optional = message({**OPEN, "optional": True})
    silent = message(text="What if?")
    told = [message(GAVE, OPEN), optional, silent, silent]
    marked = mark(told, scripted([RIGHT, RIGHT, HALF, WRONG], [found("open", "Ida", "pottery", mood="possible")], [], [WRONG]))
    result = measure(marked)
    values = {name: (figure["value"], figure["of"]) for name, figure in result["metrics"].items()}
    # found: right, half, wrong (the repeat is dropped), right, wrong; labels that aren't optional: two, one of them found
    assert values == {
        "precision": (0.4, 5),
        "precision_with_half": (0.6, 5),
        "half": (0.2, 5),
        "wrong": (0.4, 5),
        "recall": (0.5, 2),
        "recall_with_half": (0.5, 2),
        "silent": (0.5, 2),
    }
    assert result["n"] == 4 and result["by"]["en"] == result["metrics"]
    low, high = result["metrics"]["precision"]["low"], result["metrics"]["precision"]["high"]
    assert 0 <= low < 0.4 < high <= 1


def test_a_half_counts_for_recall_with_half_alone() -> None:
    result = measure(mark([TOLD], scripted([HALF])))["metrics"]
    assert (result["recall"]["value"], result["recall_with_half"]["value"]) == (0, 0.5)
    assert result["recall"]["low"] is None


def test_an_extractor_that_finds_nothing() -> None:
    result = measure(mark([TOLD], scripted([])))["metrics"]
    assert result["precision"]["value"] is None and result["recall"]["value"] == 0


def test_what_to_read_by_eye() -> None:
    marked = mark([TOLD], scripted([RIGHT, HALF, WRONG]))
    shown = listing(marked)
    assert "half  gave(Ida's sister; Ida) fact  <- missing: kiln" in shown and "wrong sold(Ida; kiln)" in shown
    assert "gave(Ida's sister; Ida; kiln)" not in shown and "missed" not in shown
    assert "missed open(Ida; pottery) possible" in listing(marked, ("missed",))
    assert listing(mark([TOLD], scripted([RIGHT]))) == ""


def test_moods_and_roles_there_are_not() -> None:
    with pytest.raises(InputError, match="x: .*'wish'; there are fact"):
        mark([TOLD], scripted([found("gave", "Ida", mood="wish")]))
    with pytest.raises(InputError, match="x: .*'agent'; there are time"):
        mark([TOLD], scripted([found("gave", ("agent", "Ida"))]))


def test_a_broken_label_names_its_line(tmp_path: Path) -> None:
    file = tmp_path / "labels.jsonl"
    file.write_text(message({**GAVE, "mood": "fact"}).model_dump_json().replace('"fact"', '"wish"'), encoding="utf-8")
    with pytest.raises(InputError, match="labels.jsonl, line 1: .*no mood 'wish'"):
        read(file)


EVERY = read(HELD_OUT)


def test_sixty_messages_a_language_and_one_in_six_that_gives_nothing() -> None:
    assert Counter(one.lang for one in EVERY) == {"en": 60, "zh": 60, "ko": 60, "vi": 60}
    assert Counter(one.lang for one in EVERY if not one.propositions) == {"en": 10, "zh": 10, "ko": 10, "vi": 10}
    for kinds in counts(EVERY).values():
        assert min(kinds[kind] for kind in ("question", "hypothetical", "quotation", "joke", "command", "advice")) > 0


def test_nothing_stands_twice() -> None:
    assert len({one.id for one in EVERY}) == len({normalise(one.text) for one in EVERY}) == len(EVERY)
    for one in EVERY:
        labels = [(label.predicate[0], label.negative, label.args) for label in one.propositions]
        assert len(set(labels)) == len(labels), one.id


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.id)
def test_the_words_of_a_label_stand_in_its_message(one: Message) -> None:
    for told in one.propositions:
        assert any(wordings.is_copula(word, one.lang) or _said(word, one) for word in told.predicate), told.predicate
        for wanted in (*told.args, *(arg for frame in told.frames for arg in frame), *(other.text for other in told.others)):
            assert any(_said(wording, one) for wording in wanted), wanted


def _said(wording: str, one: Message) -> bool:
    names = [name for name in (one.speaker, one.listener) if name] or wordings.USERS[one.lang]
    there = wordings.units(" ".join((one.text.replace(",", " "), one.text, *names, *wordings.USERS[one.lang])), one.lang)
    words = wordings.units(wording, one.lang)
    if one.lang == "ko":
        return all(any(word.removesuffix("의") in other or wordings.is_form(other, word) for other in there) for word in words)
    return set(words) <= set(there)


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.id)
def test_a_label_in_its_own_words_is_right(one: Message) -> None:
    for place, told in enumerate(one.propositions):
        for args in (told.args, *told.frames):
            for predicate in told.predicate:
                for other in ((), *(((one.role, text),) for one in told.others for text in one.text)):
                    said = (*(("", arg[0]) for arg in args), *other)
                    proposition = Found(predicate, said, told.negative, told.mood.split("|")[0])
                    assert judge(one, [proposition]).got[place] == "right", proposition
