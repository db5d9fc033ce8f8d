"""What each metric says, in words, for those who read a report or a comparison, and which way is better."""

import re
from collections.abc import Mapping

MEANING: Mapping[str, str] = {
    "recall": "share of a question's evidence turns among the first {k} memories recalled, mean over questions",
    "hit": "share of questions with an evidence turn among the first {k} memories recalled",
    "ndcg": "how near to the top the evidence stands among the first {k} memories; 1 is the best order there is",
    "mrr": "1 / the place of the first evidence turn, 0 where none was recalled, mean over questions",
    "evidence_in_context": "share of a question's evidence turns in the context that the model is shown",
    "f1": "words that the answer and the reference have in common, as token F1",
    "bleu4": "runs of up to four words that the answer and the reference have in common (BLEU-4)",
    "rouge_l": "longest run of words, gaps allowed, that the answer and the reference have in common (ROUGE-L)",
    "bertscore": "words of the answer and the reference matched by an encoder (BERTScore)",
    "cosine": "likeness of the answer's and the reference's embeddings, the stand-in for BERTScore",
    "m1": "harmonic mean of what is recalled's likeness to the original text and to the query; 0 where nothing is recalled",
    "m1_coverage": "share of questions for which anything is recalled; stands beside M1, which leaving questions out could raise",
    "m1_nonempty": "M1 over those questions alone for which anything is recalled",
    "m1_evidence": "the same with the evidence as the original text",
    "m1_rouge_l": "the same, by words (ROUGE-L)",
    "answered": "share of questions that have an answer and get one",
    "refused": "share of questions that have no answer and get none",
    "stale": "share of what holds no more that stands among the first {k} memories all the same; less is better",
    "context_tokens": "estimated tokens of what the reader is shown; less is better",
    "judge_retrieval": "judged 0 or 1: what was recalled holds the answer",
    "judge_correctness": "judged 0, 0.5 or 1: the answer is right",
    "judge_coherence": "judged 0, 0.5 or 1: the answer fits the conversation",
    "judge_engagingness": "judged 1 to 5: one wants to go on talking",
    "judge_humanness": "judged 1 to 5: it sounds like a person",
    "judge_memorability": "judged 1 to 5: past sessions are used correctly",
    "judge_ranking": "judged: 1 / the place among the systems' answers to the same question",
    "judge_memory_ranking": "judged: 1 / the place among what the systems recalled for the same question",
}
LESS = frozenset({"stale", "context_tokens"})
"""Metrics of which less is better; of all others, more."""


def better(metric: str) -> int:
    """1 where a higher value of the metric is better, -1 where a lower one is."""
    return -1 if metric.partition("@")[0] in LESS else 1


def meaning(metric: str) -> str | None:
    """Such as of `recall@10`; None of one that isn't known here."""
    name, _, k = metric.partition("@")
    known = MEANING.get(name)
    return known.format(k=k) if known is not None and (bool(re.fullmatch(r"\d+", k)) == ("{k}" in known)) else None
