"""The hash against theory. Tables are independent draws of R, so that a chance over R is a share of many tables.

x and y at the angle theta. With 2 buckets both fall into one with probability 1 - theta / pi. With 4 buckets the two regions' borders are at
45 degrees to R's columns, where two independent projections decide: (1 - theta / pi) squared. At right angles the projections of x and y are
independent, and each falls into any of the b buckets with probability 1/b.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from thoughtbank.similarity.lsh import ROWS, Hashing, along

DRAWS = 8000
SIGMAS = 4.5
"""A share further than this from its probability isn't chance: once in 100,000 such checks, and the seeds are fixed."""

Rows = NDArray[np.float64]


def some(count: int, dimension: int, seed: int = 0) -> Rows:
    return np.random.default_rng(seed).standard_normal((count, dimension))


def at_angle(theta: float, dimension: int, seed: int = 0) -> Rows:
    """Two vectors of random direction with the angle theta between them."""
    x, other = some(2, dimension, seed)
    x /= np.linalg.norm(x)
    other -= (other @ x) * x
    other /= np.linalg.norm(other)
    return np.array([x, np.cos(theta) * x + np.sin(theta) * other])


def common(theta: float, buckets: int, *, dimension: int = 12, seed: int = 3) -> float:
    """The share of DRAWS tables in which two vectors at this angle fall into one bucket."""
    found = Hashing(seed, dimension, buckets, DRAWS).index(at_angle(theta, dimension, seed))
    return float((found[0] == found[1]).mean())


def allowed(probability: float, draws: int = DRAWS) -> float:
    return SIGMAS * float(np.sqrt(probability * (1 - probability) / draws)) + 1e-12


def test_by_hand() -> None:
    identity = np.eye(2)
    values = along(np.array([[0.6, -0.8], [3.0, -4.0], [-0.6, 0.8], [1.0, 0.1]]), identity)
    assert values[0].tolist() == [0.6, -0.8, -0.6, 0.8]
    assert values.argmax(axis=1).tolist() == [3, 3, 1, 0]


def test_it_is_the_papers_formula() -> None:
    rows = some(50, 6)
    projection = np.random.RandomState(7).standard_normal((6, 4))
    expected = np.argmax(np.concatenate([rows @ projection, -(rows @ projection)], axis=1), axis=1)
    assert Hashing(7, 6, 8).index(rows)[:, 0].tolist() == expected.tolist()


@pytest.mark.parametrize("degrees", [0, 10, 30, 60, 90, 120, 150, 180])
def test_with_two_buckets_the_chance_of_a_common_one_falls_straight_with_the_angle(degrees: int) -> None:
    theta = np.radians(degrees)
    pair = at_angle(theta, 5)
    seeds = [Hashing(seed, 5, 2).index(pair)[:, 0] for seed in range(3000)]
    together = np.mean([one == other for one, other in seeds])
    assert together == pytest.approx(1 - theta / np.pi, abs=allowed(1 - theta / np.pi, 3000))
    assert common(theta, 2) == pytest.approx(1 - theta / np.pi, abs=allowed(1 - theta / np.pi))


@pytest.mark.parametrize("degrees", [0, 20, 45, 90, 135, 180])
def test_with_four_buckets_it_is_the_square_of_that(degrees: int) -> None:
    expected = (1 - degrees / 180) ** 2
    assert common(np.radians(degrees), 4) == pytest.approx(expected, abs=allowed(expected))


@pytest.mark.parametrize("buckets", [2, 4, 8, 16, 24])
def test_at_right_angles_it_is_one_in_as_many_as_there_are_buckets(buckets: int) -> None:
    assert common(np.pi / 2, buckets) == pytest.approx(1 / buckets, abs=allowed(1 / buckets))


@pytest.mark.parametrize("buckets", [2, 4, 8, 16, 24])
def test_the_nearer_the_likelier(buckets: int) -> None:
    grid = np.array([common(np.radians(degrees), buckets) for degrees in range(0, 181, 15)])
    assert grid[0] == 1
    assert grid[-1] == 0
    assert (np.diff(grid[:8]) < 0).all()  # to 105 degrees the steps are greater than chance
    assert (np.diff(grid[7:]) <= allowed(1 / buckets)).all()


@pytest.mark.parametrize("buckets", [4, 8, 16, 24])
def test_the_more_buckets_the_rarer(buckets: int) -> None:
    for degrees in (20, 40, 60):
        assert common(np.radians(degrees), buckets) < common(np.radians(degrees), buckets // 2)


def test_every_bucket_is_as_likely() -> None:
    counts = np.bincount(Hashing(5, 12, 16, DRAWS).index(some(1, 12))[0], minlength=16)
    assert len(counts) == 16
    assert counts / DRAWS == pytest.approx(1 / 16, abs=allowed(1 / 16))


@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.data())
def test_length_does_not_count_and_the_opposite_is_mirrored(seed: int, dimension: int, data: st.DataObject) -> None:
    buckets = 2 * data.draw(st.integers(1, dimension))
    hashing = Hashing(seed, dimension, buckets, 3)
    rows = some(8, dimension, seed)
    found = hashing.index(rows)
    assert found.dtype == np.int32
    assert found.shape == (8, 3)
    assert ((found >= 0) & (found < buckets)).all()
    assert (hashing.index(rows * data.draw(st.floats(1e-30, 1e30))) == found).all()
    assert (hashing.index(-rows) == (found + buckets // 2) % buckets).all()


def test_a_seed_gives_the_same_indexes_for_ever() -> None:
    i, j = np.ogrid[1:13, 1:9]
    rows = (i * j * 7 + 3 * i + 5 * j * j) % 11 - 5
    assert Hashing(0, 8, 16).index(rows)[:, 0].tolist() == [8, 10, 9, 12, 8, 13, 1, 0, 6, 15, 4, 8]
    assert Hashing(2**32 - 1, 8, 6, 2).index(rows).T.tolist() == [
        [4, 2, 4, 3, 2, 5, 3, 3, 1, 4, 0, 4],
        [0, 5, 3, 5, 5, 1, 2, 0, 2, 0, 3, 0],
    ]


def test_seeds_differ() -> None:
    rows = some(200, 8)
    assert (Hashing(0, 8).index(rows) != Hashing(1, 8).index(rows)).any()


@given(st.integers(0, 2**32 - 1), st.integers(2, 5))
def test_more_tables_leave_the_first_as_they_are(seed: int, tables: int) -> None:
    rows = some(20, 9, seed)
    many = Hashing(seed, 9, 10, tables).index(rows)
    for fewer in range(1, tables):
        assert (Hashing(seed, 9, 10, fewer).index(rows) == many[:, :fewer]).all()
    assert (many[:, 0] != many[:, 1]).any()


def test_one_vector_alone_and_among_many() -> None:
    rows = some(ROWS + 30, 16).astype(np.float32)
    hashing = Hashing(4, 16, 32, 2)
    found = hashing.index(rows)
    for place in (0, 1, ROWS - 1, ROWS, ROWS + 29):
        assert hashing.index(rows[place]).tolist() == [found[place].tolist()]
    assert hashing.index(rows[:0]).shape == (0, 2)


@given(st.integers(0, 2**32 - 1), st.integers(1, 20), st.data())
def test_probes_begin_with_the_index_and_reach_every_bucket_once(seed: int, dimension: int, data: st.DataObject) -> None:
    buckets = 2 * data.draw(st.integers(1, dimension))
    count = data.draw(st.integers(1, buckets))
    hashing = Hashing(seed, dimension, buckets, 2)
    row = some(1, dimension, seed)[0]
    every = hashing.probes(row, buckets)
    assert every[:, 0].tolist() == hashing.index(row)[0].tolist()
    assert (np.sort(every, axis=1) == np.arange(buckets)).all()
    assert (every[:, -1] == (every[:, 0] + buckets // 2) % buckets).all()  # the worst is the best one's mirror
    assert (hashing.probes(row, count) == every[:, :count]).all()
    assert hashing.probes(row).shape == (2, 1)


def test_probes_are_in_the_order_of_the_values() -> None:
    row = some(1, 6)
    values = along(row, np.random.RandomState(2).standard_normal((6, 5)))[0]
    assert (np.diff(values[Hashing(2, 6, 10).probes(row[0], 10)[0]]) <= 0).all()


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ({"buckets": 7}, "even and from 2 to 16"),
        ({"buckets": 18}, "twice the dimension"),
        ({"buckets": 0}, "not 0"),
        ({"buckets": -2}, "not -2"),
        ({"tables": 0}, "at least 1 table"),
        ({"dimension": 0}, "at least 1 dimension"),
        ({"seed": -1}, "a seed is from 0"),
        ({"seed": 2**32}, "a seed is from 0"),
    ],
)
def test_numbers_out_of_range(numbers: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Hashing(**{"seed": 0, "dimension": 8, **numbers})


@pytest.mark.parametrize(
    ("vectors", "message"),
    [
        (np.ones((2, 7)), r"8 dimensions, not an array of shape \(2, 7\)"),
        (np.ones((2, 2, 8)), r"shape \(2, 2, 8\)"),
        ([], "8 dimensions"),
        (np.full((1, 8), np.nan), "finite"),
        ([1.0] * 7 + [np.inf], "finite"),
        (np.eye(9, 8), "zero"),
        (["a"] * 8, "real numbers"),
        (np.ones(8) * 1j, "real numbers"),
    ],
)
def test_vectors_that_cannot_be_hashed(vectors: Rows, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Hashing(0, 8).index(vectors)
    with pytest.raises(ValueError, match=message):
        Hashing(0, 8).probes(vectors, 1)


def test_counts_that_cannot_be_probed() -> None:
    for count in (0, 17):
        with pytest.raises(ValueError, match="1 to 16 can be probed"):
            Hashing(0, 8).probes(np.ones(8), count)
    with pytest.raises(ValueError, match="one vector at a time"):
        Hashing(0, 8).probes(np.ones((2, 8)), 1)
