"""Does recall find the evidence? Measured by ir-measures, question by question, over units of evidence in the order they are found.

    recall@k   share of a question's units among the first k, meaned over questions
    hit@k      whether one of them is
    ndcg@10    with gain 1 for each unit;  mrr  1 / the place of the first one among 50, else 0

A memory counts for the units of the turns it came from; a unit counts once, where it is first. A question that finds nothing scores 0.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from thoughtbank.errors import MissingExtra
from thoughtbank.evaluation.datasets.dialogues import Question

DEPTHS = (1, 5, 10, 25, 50)
HITS = (1, 5, 10)


def units_found(turns: Iterable[Sequence[str]], units: Mapping[str, str]) -> Iterator[str]:
    """Units in the order in which they are first come upon; `turns`: those of each memory, best first."""
    seen = set[str]()
    for some in turns:
        for turn in some:
            if units[turn] not in seen:
                seen.add(units[turn])
                yield units[turn]


def measure(questions: Sequence[Question], found: Mapping[str, Sequence[str]]) -> dict[str, dict[str, float]]:
    """Each question's measures, by its id. `found`: units by the id of the question, best first; a question that isn't there found nothing."""
    try:
        import ir_measures
    except ImportError as error:
        raise MissingExtra("measuring retrieval needs more packages: pip install 'thoughtbank[eval]'") from error

    named = {
        **{ir_measures.R @ k: f"recall@{k}" for k in DEPTHS},
        **{ir_measures.Success @ k: f"hit@{k}" for k in HITS},
        ir_measures.nDCG @ 10: "ndcg@10",
        ir_measures.RR: "mrr",
    }
    asked = [question for question in questions if question.evidence]
    truth = [ir_measures.Qrel(question.id, unit, 1) for question in asked for unit in sorted(question.evidence)]
    run = [
        ir_measures.ScoredDoc(question.id, unit, -place)  # the order is the ranking; equal scores would be ordered by name
        for question in asked
        for place, unit in enumerate(found.get(question.id, ())[: max(DEPTHS)])
    ]
    values: dict[str, dict[str, float]] = {question.id: {} for question in asked}
    if truth:
        for one in ir_measures.iter_calc(list(named), truth, run):
            values[one.query_id][named[one.measure]] = float(one.value)
    return values
