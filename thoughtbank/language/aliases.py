"""Who is who among the keys of arguments: a name and whom it means are one, as far as nothing speaks against it.

    mia  means  ana's sister            ->  ana's sister = mia
    ana  means  user42                  ->  ana = user42, and so ana's sister = user42's sister
    mia  means  ben's daughter too      ->  mia joins neither; both are told why

Links are never applied to what was said: they are looked at when it is read, so that one that ends leaves no trace. The same links give the same classes in
whatever order they came (tests/language/test_aliases.py). Nicknames are taken first, then names from the outermost owner in: whose "ana's sister" is
depends on who Ana is.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from thoughtbank.language.kin import KIN, depth, described
from thoughtbank.language.naming import Naming


@dataclass(frozen=True, slots=True)
class Known:
    """Classes of keys that are one. `first` maps each key that isn't alone to the key that stands for all of its class, `members` that one to all of them,
    in order; `owned` the same key of each description, by the first key of its owner and its word. `apart`: links that join nothing, each with the reason.
    """

    first: Mapping[str, str] = field(default_factory=dict)
    members: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    owned: Mapping[tuple[str, str], str] = field(default_factory=dict)
    apart: Mapping[Naming, str] = field(default_factory=dict)

    def of(self, key: str) -> str:
        """The key that stands for this one, which may be a description that nobody used: "ana's mom" where "ana's mother" is known."""
        if key in self.first or (parts := described(key)) is None:
            return self.first.get(key, key)
        return self.owned.get((self.of(parts.owner), KIN.get(parts.word, parts.word)), key)

    def same(self, key: str) -> tuple[str, ...]:
        """All known keys that are one with this; itself where nobody knows it."""
        first = self.of(key)
        return self.members.get(first, (first,))


NOBODY = Known()


def known(links: Iterable[Naming], keys: Iterable[str]) -> Known:
    """Who is who by these links. `keys`: descriptions beside those of the links ("ana's mum"), which one owner joins."""
    given = sorted(dict.fromkeys(links))
    classes = _Classes(one for link in given for one in link[:2])
    named = {one for link in given for one in link[:2]}
    for key in keys:
        if matters(key, named):
            classes.add(key)
    classes.close()
    said = {link.key: link.means for link in given if link.kind == "given"}  # a person's word stands above what was found
    others = [link for link in given if link.kind != "given" and said.get(link.key, link.means) != link.means]
    apart = {link: f"{link.key} was given as {said[link.key]}" for link in others}
    found = [link for link in given if link.kind != "given" and link.key not in said]
    apart |= _take(classes, [link for link in given if link.kind == "given"], single=False)
    apart |= _take(classes, [link for link in found if link.kind == "nickname"], single=False)
    names = [link for link in found if link.kind == "name"]
    for level in sorted({depth(link.means) for link in names}):
        apart |= _take(classes, [link for link in names if depth(link.means) == level], single=True)
    return classes.known(apart)


def _agrees(link: Naming, given: Sequence[Naming]) -> bool:
    return any(one.kind == "given" and one[:2] == link[:2] for one in given)


def matters(key: str, named: Container[str]) -> bool:
    """Whether a description may be one with another: by a word of kin, or by an owner who has another name."""
    while (owned := described(key)) is not None:
        if owned.word in KIN or owned.owner in named:
            return True
        key = owned.owner
    return False


def _take(classes: "_Classes", links: Sequence[Naming], *, single: bool) -> dict[Naming, str]:
    """Joins what these links say, all at once; what one key means twice joins neither. `single`: a description has one name. Those left out, and why."""
    find = classes.find
    means: defaultdict[str, dict[str, str]] = defaultdict(dict)
    names: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for link in links:
        means[find(link.key)].setdefault(find(link.means), link.means)
        names[find(link.means)].setdefault(find(link.key), link.key)
    apart: dict[Naming, str] = {}
    for link in links:
        meant, named = means[find(link.key)], names[find(link.means)]
        if len(meant) > 1:
            apart[link] = f"{link.key} means {' and '.join(sorted(meant.values()))}"
        elif single and len(named) > 1 and described(link.means) is not None:
            apart[link] = f"{link.means} has the names {' and '.join(sorted(named.values()))}"
    joined = [(link.key, link.means) for link in links if link not in apart]
    for one, other in joined:
        classes.join(one, other)
    classes.close()
    return apart


class _Classes:
    """Disjoint sets of keys, in which descriptions of one owner by one word are one."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._over: dict[str, str] = {}
        for key in keys:
            self.add(key)

    def add(self, key: str) -> None:
        """A key with its owners."""
        while key not in self._over:
            self._over[key] = key
            owned = described(key)
            if owned is None:
                return
            key = owned.owner

    def find(self, key: str) -> str:
        top = key
        while self._over[top] != top:
            top = self._over[top]
        while self._over[key] != top:
            self._over[key], key = top, self._over[key]
        return top

    def join(self, one: str, other: str) -> None:
        first, second = sorted((self.find(one), self.find(other)))
        self._over[second] = first

    def close(self) -> None:
        """Joins descriptions whose owners are one, until nothing more follows."""
        owned = [(key, parts) for key in self._over if (parts := described(key)) is not None]
        changed = True
        while changed:
            changed = False
            there: dict[tuple[str, str], str] = {}
            for key, (owner, word) in owned:
                first = there.setdefault((self.find(owner), KIN.get(word, word)), key)
                if self.find(first) != self.find(key):
                    self.join(first, key)
                    changed = True

    def known(self, apart: Mapping[Naming, str]) -> Known:
        sets: defaultdict[str, list[str]] = defaultdict(list)
        for key in sorted(self._over):
            sets[self.find(key)].append(key)
        several = {first: tuple(keys) for first, keys in sets.items() if len(keys) > 1}
        of = ((key, described(key)) for key in self._over)
        owned = {(self.find(one.owner), KIN.get(one.word, one.word)): self.find(key) for key, one in of if one is not None}
        return Known({key: first for first, keys in several.items() for key in keys}, several, owned, dict(apart))
