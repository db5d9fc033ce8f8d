"""UUIDv7: sorts by time, replays from a seed, never twice the same."""

import threading
import uuid
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from thoughtbank.records.ids import Ids

NOW = datetime(2026, 3, 2, 8, 14, tzinfo=UTC)


def test_an_id_is_a_uuid_of_version_7_that_tells_its_time() -> None:
    one = uuid.UUID(Ids(1).new(NOW))
    assert (one.version, one.variant) == (7, uuid.RFC_4122)
    assert one.int >> 80 == int(NOW.timestamp() * 1000)


def test_a_seed_and_a_clock_replay_the_same_ids() -> None:
    moments = [NOW + timedelta(milliseconds=place // 3) for place in range(30)]
    one, two, other = Ids(7), Ids(7), Ids(8)
    first = [one.new(moment) for moment in moments]
    assert first == [two.new(moment) for moment in moments]
    assert not set(first) & {other.new(moment) for moment in moments}


def test_without_a_seed_two_sources_differ() -> None:
    assert Ids().new(NOW) != Ids().new(NOW)


@given(st.lists(st.integers(-5000, 5000), min_size=2, max_size=200))
def test_ids_ascend_even_when_the_clock_goes_back(steps: list[int]) -> None:
    ids = Ids(3)
    made = [ids.new(NOW + timedelta(milliseconds=step)) for step in steps]
    assert made == sorted(set(made))


def test_more_ids_in_a_millisecond_than_the_counter_holds() -> None:
    ids = Ids(3)
    made = [ids.new(NOW) for _ in range(10_000)]
    assert made == sorted(set(made))


def test_threads_never_get_the_same_id() -> None:
    ids, made = Ids(3), [[] for _ in range(8)]

    def draw(into: list[str]) -> None:
        into += [ids.new(NOW) for _ in range(500)]

    threads = [threading.Thread(target=draw, args=(into,)) for into in made]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({one for into in made for one in into}) == 4000


@given(st.datetimes(datetime(2, 1, 1), datetime(1971, 1, 1)), st.sampled_from([0.0, 1.5]))
def test_a_clock_before_1970_still_gives_ids_of_version_7(moment: datetime, later: float) -> None:
    ids = Ids(3)
    made = [uuid.UUID(ids.new(moment.replace(tzinfo=UTC) + timedelta(seconds=later))) for _ in range(3)]
    assert [(one.version, one.variant) for one in made] == [(7, uuid.RFC_4122)] * 3
    assert made == sorted(set(made))
