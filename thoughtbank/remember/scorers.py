"""Who gives a turn its points: the shipped weights, weights of one's own, a map of either onto one's own scale, or a fine-tuned encoder.

All stand behind one filter: what it stops has the article's 1 point, whoever scores the rest, and the rest never less. Dimensions and reason are
those of the rules, for they say what the turn does; the points may be another's.

`thoughtbank tune scorer` writes the files; `gain.scorer` names one. Its name and the beginning of its hash stand in `Gain.by`, so that a store
shows which gave what. Checked in tests/remember/test_scorers.py.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from thoughtbank.errors import SettingsError
from thoughtbank.ports import CrossEncoder
from thoughtbank.remember.calibration import Calibration
from thoughtbank.remember.features import NAMES, Heard
from thoughtbank.remember.scorer import DIMENSION, MOST, NOTHING, PRESCORE, Against, Scored, Weights, score, shipped

FORMAT: Final = 1
"""Of the files. A reader refuses another."""
MADE_BY = "thoughtbank tune scorer"


class Scorer(Protocol):
    """Scores a turn over what was said before it, oldest first. `name` is what `Gain.by` says of the turns that no filter stopped."""

    @property
    def name(self) -> str: ...

    def score(self, turn: Heard, history: Sequence[Heard], against: Against = NOTHING) -> Scored:
        """Raises ModelError where a model was asked and failed."""
        ...


@dataclass(frozen=True, slots=True)
class Linear:
    """The linear scorer. `weights`: None for the shipped ones."""

    name: str = "scorer"
    weights: Weights | None = None

    def score(self, turn: Heard, history: Sequence[Heard], against: Against = NOTHING) -> Scored:
        return score(turn, history, against, weights=self.weights)


SHIPPED = Linear()


@dataclass(frozen=True, slots=True)
class Mapped:
    """The points of another scorer on one's own scale."""

    name: str
    calibration: Calibration
    first: Scorer = SHIPPED

    def score(self, turn: Heard, history: Sequence[Heard], against: Against = NOTHING) -> Scored:
        found = self.first.score(turn, history, against)
        return _given(found, self.calibration.apply(found.score)) if found.layer == "scorer" else found


@dataclass(frozen=True, slots=True)
class Encoded:
    """The points of an encoder that reads history and turn together; it isn't asked about what the filter stops."""

    name: str
    encoder: CrossEncoder

    def score(self, turn: Heard, history: Sequence[Heard], against: Against = NOTHING) -> Scored:
        found = SHIPPED.score(turn, history, against)
        if found.layer != "scorer":
            return found
        (points,) = self.encoder.points([as_texts(turn, history)])
        return replace(_given(found, points), reason=f"by an encoder; in form it {found.reason}")


def _given(found: Scored, points: float) -> Scored:
    return replace(found, score=min(MOST, max(PRESCORE, points)))


def as_texts(turn: Heard, history: Sequence[Heard]) -> tuple[str, str]:
    """What an encoder reads: the history, the last turn first, since a text too long is cut at its end; and the turn."""
    return "\n".join(f"{one.role}: {one.text}" for one in reversed(history)), f"{turn.role}: {turn.text}"


# files


class _Written(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)

    made_by: str
    format: Literal[1]
    pairs: int
    how: str
    measured: dict[str, Any]


class _Map(_Written):
    kind: Literal["map"]
    of: str
    found: list[float]
    given: list[float]


class _Weights(_Written):
    kind: Literal["weights"]
    bias: float
    weights: dict[str, dict[str, float]]


_FILE: TypeAdapter[_Map | _Weights] = TypeAdapter(Annotated[_Map | _Weights, Field(discriminator="kind")])


def read_scorer(path: Path) -> Scorer:
    """The scorer of a file that `tune scorer` wrote. Raises SettingsError, which names the file."""
    file, digest = _read(path, "gain.scorer")
    name = named(path, digest)
    if isinstance(file, _Map):
        return Mapped(name, _calibration(path, "gain.scorer", file, shipped_name()))
    points = {name: points for group in file.weights.values() for name, points in group.items()}
    if set(points) != set(NAMES):
        raise SettingsError(f"gain.scorer: {path} weighs other features than this version has; run tune scorer again")
    return Linear(name, Weights(file.bias, points))


def read_judge_map(path: Path, judge: str) -> Calibration:
    """The map of a file that `tune scorer --judge` wrote for this judge. Raises SettingsError, which names the file."""
    file, _ = _read(path, "gain.judge_map")
    if not isinstance(file, _Map):
        raise SettingsError(f"gain.judge_map: {path} holds no map; run tune scorer --judge MODEL")
    return _calibration(path, "gain.judge_map", file, judge)


def _read(path: Path, setting: str) -> tuple[_Map | _Weights, str]:
    """A file, and its hash."""
    try:
        data = path.read_bytes()
        return _FILE.validate_json(data), hashlib.sha256(data).hexdigest()
    except OSError as error:
        raise SettingsError(f"{setting}: {path} can't be read ({error.strerror or error})") from error
    except ValidationError as error:
        raise SettingsError(f"{setting}: {path} is no file that tune scorer wrote ({_fault(error)})") from error


def _calibration(path: Path, setting: str, file: _Map, of: str) -> Calibration:
    if file.of != of:
        raise SettingsError(f"{setting}: {path} maps the points of {file.of}, and these are of {of}; run tune scorer again")
    try:
        return Calibration(tuple(file.found), tuple(file.given))
    except ValueError as error:
        raise SettingsError(f"{setting}: {path} is damaged: {error}") from error


def _fault(error: ValidationError) -> str:
    first = error.errors(include_input=False, include_url=False)[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}" if first["loc"] else first["msg"]


def named(path: Path, digest: str) -> str:
    """As `Gain.by` says it. A file's name may hold bytes that are no text."""
    name = path.resolve().name.encode("utf-8", "replace").decode()
    return f"scorer {name} {digest[:8]}"


def shipped_name() -> str:
    """The shipped scorer, told apart from those of other versions by its weights."""
    weights = shipped()
    data = json.dumps([weights.bias, dict(weights.points)], sort_keys=True)
    return f"scorer {hashlib.sha256(data.encode()).hexdigest()[:8]}"


def map_file(calibration: Calibration, of: str, about: Mapping[str, object]) -> dict[str, object]:
    """What `read_scorer` and `read_judge_map` read. `of`: whose points it maps. `about`: pairs, how, measured."""
    return {**_head("map"), **about, "of": of, "found": calibration.found, "given": calibration.given}


def weights_file(weights: Weights, about: Mapping[str, object]) -> dict[str, object]:
    groups = {dimension: {name: weights.points[name] for name in names} for dimension, names in DIMENSION.items()}
    return {**_head("weights"), **about, "bias": weights.bias, "weights": groups}


def _head(kind: str) -> dict[str, object]:
    return {"made_by": MADE_BY, "format": FORMAT, "kind": kind}
