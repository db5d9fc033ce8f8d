"""The two ends of a range tell each other what they leave out: in "from 3 to 5 pm tomorrow" the first is tomorrow's too."""

from dataclasses import replace

from thoughtbank.language.when.frames import Frame, fits

_LEVELS = (("part",), ("weekday", "day", "days", "weekend"), ("weeks", "rel"), ("month", "months", "season"), ("year", "years"))
"""From fine to coarse: what is coarser than the finest part of an end may come from the other."""


def filled(one: Frame, other: Frame) -> Frame:
    """An end with what the other one says and it doesn't: the part of the day, the day, week, month, year."""
    for level in _level_above(one):
        if all(getattr(one, name) is None for name in level):
            taken = {name: getattr(other, name) for name in level}
            both = replace(one, **taken)
            one = both if fits(both) else one
    return one


def _level_above(frame: Frame) -> tuple[tuple[str, ...], ...]:
    """The levels that the frame doesn't have and that stand above all it has."""
    if frame.hour is not None:
        named = any(getattr(frame, name) is not None for name in (*_LEVELS[1], *_LEVELS[2], *_LEVELS[3]))
        return (_LEVELS[0] if frame.dial else ()), *(() if named else _LEVELS[1:])
    if frame.days is not None or frame.weeks is not None or frame.rel is not None:
        return ()
    if frame.weekday is not None or frame.weekend:
        return (("weeks",),)
    if frame.day is not None:
        return _LEVELS[3:]
    return (_LEVELS[4],) if frame.month is not None or frame.season is not None else ()
