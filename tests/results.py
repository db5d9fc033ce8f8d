"""Results of evaluations, invented, in the form that `evaluate --json` prints."""

from collections.abc import Mapping, Sequence
from typing import Any

HOSTILE = "<script>alert(1)</script>&\"'$x$\x00\ud800"


def figure(value: float | None, low: float | None = None, high: float | None = None) -> dict[str, float | None]:
    return {"value": value, "low": low, "high": high}


def question(id: str, value: float | None, *, category: str = "", text: str = "", **others: float | None) -> dict[str, Any]:
    """Of the conversation that stands before the slash of its id."""
    values = {"recall@10": value, **others}
    return {
        "id": id, "category": category, "group": "", "conversation": id.partition("/")[0], "text": text or f"Of {id}?", "values": values,
    }  # fmt: skip


def result(questions: Sequence[Mapping[str, Any]] = (), **given: Any) -> dict[str, Any]:
    """A result of `invented` with these questions; the rest as given."""
    plain = {
        "evaluation": "invented", "preset": "ALL", "without": [], "embedder": "hash-64", "model": None, "version": "0.2.0",
        "data": {"files": ["invented.json"], "digest": "d1"}, "n": len(questions), "without_evidence": 0,
        "conversations": len({one["conversation"] for one in questions}),
        "metrics": {"recall@10": figure(0.5, 0.4, 0.6)}, "by": {}, "n_by": {}, "baselines": {}, "series": {}, "cost": {},
        "questions": list(questions), "settings": {"recall": {"k": 10}}, "remarks": [],
    }  # fmt: skip
    return {**plain, **given}


def full() -> dict[str, Any]:
    """One with everything that a report shows."""

    def metrics(share: float) -> dict[str, dict[str, float | None]]:
        recalls = {f"recall@{k}": figure(min(1.0, share * k**0.4), share / 2, 1.0) for k in (1, 5, 10, 25)}
        return {**recalls, "mrr": figure(share), "f1": figure(share + 0.1, share, share + 0.2)}

    return result(
        [question(f"c{n % 3}/{n}", n / 40, category=("事实", "time")[n % 2], text=f"第{n}个问题是什么？") for n in range(40)],
        metrics={**metrics(0.2), "m1": figure(0.44)},
        by={"事实": metrics(0.25), "time": metrics(0.15)},
        n_by={"事实": 1200, "time": 20},
        baselines={
            "bm25": {"metrics": metrics(0.19)},
            "no memory": {"metrics": {"f1": figure(0.35, 0.3, 0.4)}},
            "总结": {"metrics": metrics(0.1)},
        },
        series={"m1_by_session": [[1, 0.5], [2, 0.4]], "m1_by_tau": [[0.1, 0.3, 1.0, 0.3], [0.9, 0.4, 0.5, 0.8]]},
        cost={"model_calls": 0, "context_tokens": 812.0, "history_tokens": 16240.0,
              "stored_tokens_per_session": {"thoughtbank": 500.0, "bm25": 420.5}, "odd_thing": 3},
        timings={"recall_ms": {"p50": 18.25, "p95": 31.0}, "rss_mb": 412},
        remarks=["two questions have no evidence"],
    )  # fmt: skip
