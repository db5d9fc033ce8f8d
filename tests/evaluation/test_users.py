"""Virtual users: what they are asked is answered where the labels say, in every language, and a model can't make a label wrong."""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest

from thoughtbank.errors import InputError, ModelTimeout
from thoughtbank.evaluation.datasets import load
from thoughtbank.evaluation.users import LANGUAGES, VirtualUser, make, write
from thoughtbank.evaluation.users.texts import fill, texts_of
from thoughtbank.language.times import day_words
from thoughtbank.language.words import language as language_of
from thoughtbank.ports import ChatMessage
from thoughtbank.providers.fake import ScriptedModel

KINDS = {"fact", "preference", "advice", "topics", "temporal", "negation", "update", "multi", "unanswerable"}
each_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(scope="module")
def crowds() -> dict[str, list[VirtualUser]]:
    """Fifty users of each language."""
    return {language: make(language, users=50, seed=7) for language in LANGUAGES}


@each_language
def test_evidence_holds_the_answer(crowds: dict[str, list[VirtualUser]], language: str) -> None:
    for user in crowds[language]:
        said = dict(user.exchanges())
        for probe in user.probes:
            assert bool(probe.evidence) == (probe.answer is not None) == (probe.kind != "unanswerable")
            for proof in probe.evidence:
                assert all(said[proof.place].holds(word) for word in proof.words), (probe, said[proof.place])
            if probe.kind == "temporal":
                (proof,) = probe.evidence
                days = [datetime.combine(proof.place.date - timedelta(days=back), time(), UTC) for back in (0, 1)]
                yesterday = proof.words[-1] in ("yesterday", "昨天", "어제", "hôm qua")
                assert probe.answer == day_words(days[yesterday], language)
            elif probe.answer is not None:
                assert all(proof.words[0].casefold() in probe.answer.casefold() for proof in probe.evidence)


@each_language
def test_no_other_exchange_answers(crowds: dict[str, list[VirtualUser]], language: str) -> None:
    for user in crowds[language]:
        for probe in user.probes:
            if probe.kind in ("fact", "preference", "advice", "update", "multi"):
                for proof in probe.evidence:
                    holding = [place for place, exchange in user.exchanges() if proof.words[0] in exchange.facts]
                    assert holding == [proof.place], probe


@each_language
def test_what_has_changed_is_older(crowds: dict[str, list[VirtualUser]], language: str) -> None:
    updates = [(user, probe) for user in crowds[language] for probe in user.probes if probe.kind == "update"]
    assert len(updates) > len(crowds[language])
    for user, probe in updates:
        said = dict(user.exchanges())
        (old,), (new,) = probe.stale, probe.evidence
        assert old.date < new.place.date
        assert said[old].mark and not said[old].holds(probe.answer or "")


@each_language
def test_questions_give_nothing_away(crowds: dict[str, list[VirtualUser]], language: str) -> None:
    """A question holds neither its answer nor a run of the statement's words, but for names."""
    for user in crowds[language]:
        said = dict(user.exchanges())
        for probe in user.probes:
            if probe.kind in ("fact", "preference", "advice", "update", "multi"):
                for proof in probe.evidence:
                    question = probe.question.casefold()
                    assert proof.words[0].casefold() not in question, probe
                    assert _shared(question, said[proof.place]) < 0.7, probe


def _shared(question: str, exchange: Any) -> float:
    """Share of the question's words (of its pairs of characters, in Chinese) that stand in the statement, names left out."""
    for fact in exchange.facts:
        question = question.replace(fact.casefold(), " ")
    parts = re.findall(r"\w+", question)
    if re.search("[\u4e00-\u9fff]", question):
        parts = [run[at : at + 2] for run in parts for at in range(len(run) - 1)]
    words = set(re.findall(r"\w+", exchange.text.casefold()))
    return sum(part in words or (len(part) == 2 and part in exchange.text) for part in parts) / max(1, len(parts))


@each_language
def test_people_and_days(crowds: dict[str, list[VirtualUser]], language: str) -> None:
    users = crowds[language]
    assert len({user.name for user in users}) == 50
    assert {probe.kind for user in users for probe in user.probes} == KINDS
    for user in users:
        assert user.name in user.days[0].exchanges[0].query
        assert user.personality and user.hobbies and user.speaking_style
        assert len(user.days) == 10 and len(user.probes) >= 8
        assert len({probe.question for probe in user.probes}) == len(user.probes)
        assert min(Counter(probe.kind for probe in user.probes).values()) >= 1
        for earlier, day in zip(user.days, user.days[1:], strict=False):
            assert earlier.date < day.date
        for day in user.days:
            assert 6 <= len(day.exchanges) <= 10
            opened = [exchange for exchange in day.exchanges if exchange.opens]
            assert len(opened) >= 2
            assert all(exchange.opens.casefold() in exchange.query.casefold() for exchange in opened)


@each_language
def test_texts_are_whole_and_in_their_language(crowds: dict[str, list[VirtualUser]], language: str) -> None:
    for user in crowds[language]:
        for _, exchange in user.exchanges():
            assert not re.search(r"[{}|]|\s\s", exchange.text), exchange
            assert language_of(exchange.text) == language, exchange
        for probe in user.probes:
            assert not re.search(r"[{}|]|\s\s", probe.question + (probe.answer or "")), probe


def test_the_same_seed_gives_the_same_people() -> None:
    assert make("ko", users=3, seed=1) == make("ko", users=3, seed=1)
    assert make("ko", users=3, seed=1) != make("ko", users=3, seed=2)
    assert make("ko", users=5, seed=1)[:3] == make("ko", users=3, seed=1)
    facts = [tuple(fact for _, exchange in user.exchanges() for fact in exchange.facts) for user in make("ko", seed=1)]
    assert len(set(facts)) == len(facts) == 15


@each_language
@pytest.mark.parametrize("days", [1, 2, 3, 5, 13])
def test_any_number_of_days(language: str, days: int) -> None:
    for user in make(language, users=4, days=days, seed=3):
        assert len(user.days) == days
        assert all(len([one for one in day.exchanges if one.opens]) >= 2 for day in user.days)
        assert len(user.probes) >= min(8, 2 * days)


@pytest.mark.parametrize("given", [{"users": 0}, {"users": 10_000}, {"days": 0}, {"days": 14}, {"days": -1}])
def test_too_many_are_refused(given: dict[str, int]) -> None:
    with pytest.raises(InputError, match=next(iter(given))):
        make("en", **given)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(InputError, match="choose one of en, zh, ko, vi"):
        make("fr")


def test_languages_are_alike() -> None:
    """The same scenes, marks and questions; only the words are each language's own."""

    def skeleton(language: str) -> dict[str, Any]:
        return {
            name: (
                scene.after,
                [draft.mark for draft in scene.turns],
                [(one.kind, list(one.evidence), one.stale, one.given, one.without, one.day) for one in scene.questions],
            )
            for name, scene in texts_of(language).scenes.items()
        }

    for language in LANGUAGES:
        assert skeleton(language) == skeleton("en"), language
        assert texts_of(language).pools.keys() == texts_of("en").pools.keys()


@each_language
def test_values_can_be_told_apart(language: str) -> None:
    texts = texts_of(language)
    for name, pool in texts.pools.items():
        words = [value if isinstance(value, str) else next(iter(value.values())) for value in pool]
        assert len(words) >= 4 and not [pair for pair in _pairs(words) if pair[0] in pair[1]], name
    names = [texts.pools[pool] for pool in ("friend", "sister", "pet_name")]
    assert len({name for pool in names for name in pool} | set(texts.people.given)) == sum(map(len, names)) + len(
        texts.people.given
    )


def _pairs(words: Sequence[str]) -> list[tuple[str, str]]:
    return [(one, other) for one in words for other in words if one is not other]


@pytest.mark.parametrize(
    ("template", "values", "filled"),
    [
        ("I'm {job|a}.", {"job": "electrician"}, "I'm an electrician."),
        ("{food|cap}!", {"food": "ramen"}, "Ramen!"),
        ("{pet.one}", {"pet": {"kind": "cat", "one": "a cat"}}, "a cat"),
        ("{x|은/는} {x|이/가} {x|을/를}", {"x": "두부"}, "두부는 두부가 두부를"),
        ("{x|은/는} {x|이/가} {x|을/를}", {"x": "갈비찜"}, "갈비찜은 갈비찜이 갈비찜을"),
        ("{x|으로/로}", {"x": "부산"}, "부산으로"),
        ("{x|으로/로}", {"x": "제주도"}, "제주도로"),
        ("{x|으로/로} {x|을/를}", {"x": "서울"}, "서울로 서울을"),
        ("{x|이/}네", {"x": "준호"}, "준호네"),
        ("{x|이/}네", {"x": "태민"}, "태민이네"),
        ("{x|을/를}", {"x": "'모비 딕'"}, "'모비 딕'을"),
    ],
)
def test_filling(template: str, values: dict[str, Any], filled: str) -> None:
    assert fill(template, values) == filled


def test_a_particle_needs_a_syllable() -> None:
    with pytest.raises(ValueError, match="Hangul"):
        fill("{x|은/는}", {"x": "jazz"})


@each_language
def test_files_are_read_as_the_public_data(tmp_path: Path, language: str) -> None:
    users = make(language, users=3, seed=5)
    paths = write(tmp_path, users, language)
    assert [path.name for path in paths] == [
        f"memory_bank_{language}.json",
        f"evidence_labels_{language}.jsonl",
        f"probing_questions_{language}.jsonl",
    ]
    assert sorted(path.name for path in (tmp_path / "memorybank").iterdir()) == sorted(path.name for path in paths)
    for user, dialogue in zip(users, load("gvd", tmp_path), strict=True):
        assert dialogue.name == f"{language}/{user.name}" and dialogue.without_evidence == 0
        texts = {dialogue.units[turn.key or ""]: turn.text for turn in dialogue.turns if turn.role == "assistant"}
        said = dict(user.exchanges())
        for probe, question in zip(user.probes, dialogue.asked, strict=True):
            assert (question.text, question.category, question.answer) == (probe.question, probe.kind, probe.answer)
            assert question.headline == (probe.kind != "unanswerable")
            assert {texts[unit] for unit in question.evidence} == {said[proof.place].response for proof in probe.evidence}
    probing = [json.loads(line) for line in paths[2].read_text(encoding="utf-8").splitlines()]
    assert probing == [{user.name: [probe.question for probe in user.probes]} for user in users]
    labels = [json.loads(line) for line in paths[1].read_text(encoding="utf-8").splitlines()]
    assert all(bool(label["stale"]) == (label["kind"] == "update") for label in labels)


def test_files_that_are_there_stay(tmp_path: Path) -> None:
    first, second = make("en", users=1, days=2, seed=1), make("en", users=1, days=2, seed=2)
    paths = write(tmp_path, first, "en")
    before = [path.read_bytes() for path in paths]
    with pytest.raises(InputError, match="there already"):
        write(tmp_path, second, "en")
    assert [path.read_bytes() for path in paths] == before
    write(tmp_path, first, "en", replace=True)
    assert [path.read_bytes() for path in paths] == before
    write(tmp_path, second, "en", replace=True)
    assert [path.read_bytes() for path in paths] != before


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = write(tmp_path, make("en", users=1, days=2, seed=1), "en")
    before = [path.read_bytes() for path in paths]
    done: list[int] = []

    def full(number: int) -> None:
        done.append(number)
        if len(done) == 2:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(InputError, match="No space left"):
        write(tmp_path, make("en", users=1, days=2, seed=2), "en", replace=True)
    assert [path.read_bytes() for path in paths] == before
    assert len(list((tmp_path / "memorybank").iterdir())) == 3


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "memorybank").write_text("a file", encoding="utf-8")
    with pytest.raises(InputError, match="can't write into"):
        write(tmp_path, make("en", users=1, days=1), "en")


Drafts = list[dict[str, Any]]


def model_of(word: Callable[[Drafts], Drafts], days: int) -> ScriptedModel:
    """A model that makes of each day's drafts what `word` makes of them."""

    def reply(messages: Sequence[ChatMessage]) -> str:
        return json.dumps({"exchanges": word(json.loads(messages[-1].text))}, ensure_ascii=False)

    return ScriptedModel([reply] * days)


def reworded(drafts: Drafts, query: str = "{} Well.", response: str = "Right. {}") -> Drafts:
    return [
        {
            "number": draft["number"],
            "query": query.format(draft["query"], *draft["keep_in_query"]),
            "response": response.format(draft["response"], *draft["keep_in_response"]),
        }
        for draft in drafts
    ]


def test_a_model_words_the_days() -> None:
    (plain,) = make("en", users=1, days=4, seed=4)
    model = model_of(reworded, 4)
    (user,) = make("en", users=1, days=4, seed=4, model=model)
    assert user.kept == () and user.probes == plain.probes
    for (place, exchange), (same, draft) in zip(user.exchanges(), plain.exchanges(), strict=True):
        assert place == same and (exchange.mark, exchange.facts) == (draft.mark, draft.facts)
        assert (exchange.query, exchange.response) == (f"{draft.query} Well.", f"Right. {draft.response}")
    system = model.asked[0][0].text
    assert all(part in system for part in (plain.name, plain.personality, plain.hobbies, plain.speaking_style, "English"))


def test_what_must_be_kept_is_shown_to_the_model() -> None:
    model = model_of(reworded, 10)
    (user,) = make("zh", users=1, seed=4, model=model)
    said = dict(user.exchanges())
    shown = {day.date: json.loads(asked[1].text) for day, asked in zip(user.days, model.asked, strict=True)}
    for probe in user.probes:
        for proof in probe.evidence:
            draft = shown[proof.place.date][proof.place.turn]
            assert {*proof.words} <= {*draft["keep_in_query"], *draft["keep_in_response"]}, (probe, said[proof.place])


@pytest.mark.parametrize(
    ("word", "why"),
    [
        (lambda drafts: [{**one, "query": "Nothing."} for one in reworded(drafts)], "lost"),
        (lambda drafts: [{**one, "response": "\u200b "} for one in reworded(drafts)], "its response is empty"),
        (lambda drafts: [{**one, "response": one["response"] * 40} for one in reworded(drafts)], "too long"),
        (lambda drafts: reworded(drafts)[:-1], "it was left out"),
        (lambda drafts: reworded(drafts) + reworded(drafts), "more than once"),
        (lambda drafts: reworded(drafts, query="{} 그래요. 네, 그렇습니다. 정말 그렇게 생각합니다. 정말 그래요. 아주 그래요."), "it isn't in English"),
    ],
)  # fmt: skip
def test_a_wording_that_would_spoil_a_label_is_refused(word: Callable[[Drafts], Drafts], why: str) -> None:
    (plain,) = make("en", users=1, days=3, seed=4)
    (user,) = make("en", users=1, days=3, seed=4, model=model_of(word, 3))
    assert any(why in reason for reason in user.kept)
    said = dict(user.exchanges())
    drafts = dict(plain.exchanges())
    for probe in user.probes:
        for proof in probe.evidence:
            assert all(said[proof.place].holds(word) for word in proof.words)
    changed = sum(said[place] != drafts[place] for place in said)
    assert changed + len(user.kept) == len(said)


@each_language
def test_a_fact_said_elsewhere_is_refused(language: str) -> None:
    (plain,) = make(language, users=1, seed=4)
    probe = next(one for one in plain.probes if one.kind == "update")
    gossip = probe.evidence[0].words[0]
    (user,) = make(
        language, users=1, seed=4, model=model_of(lambda drafts: reworded(drafts, query="{} (" + gossip.upper() + ")"), 10)
    )
    holding = [place for place, exchange in user.exchanges() if exchange.holds(gossip)]
    assert holding == [probe.evidence[0].place]
    assert len(user.kept) == len(list(user.exchanges())) - 1
    assert all(gossip in reason and "said elsewhere" in reason for reason in user.kept)


def test_a_model_that_answers_nonsense_changes_nothing() -> None:
    (plain,) = make("vi", users=1, days=2, seed=4)
    (user,) = make("vi", users=1, days=2, seed=4, model=ScriptedModel(["Sure! Here you are."] * 10))
    assert user.days == plain.days
    assert len(user.kept) == len(list(user.exchanges())) and "JSON" in user.kept[0]


def test_one_failure_is_named_and_failures_alone_are_raised() -> None:
    def good(messages: Sequence[ChatMessage]) -> str:
        return json.dumps({"exchanges": reworded(json.loads(messages[-1].text))})

    (user,) = make("en", users=1, days=2, seed=4, model=ScriptedModel([ModelTimeout("too slow"), good]))
    assert len(user.kept) == len(user.days[0].exchanges) and "too slow" in user.kept[0]
    with pytest.raises(ModelTimeout):
        make("en", users=1, days=2, model=ScriptedModel([ModelTimeout("too slow")] * 2))
