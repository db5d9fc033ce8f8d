"""Who is who among the keys of arguments: a name and whom it means are one, as far as nothing speaks against it.

    mia  means  ana's sister            ->  ana's sister = mia
    ana  means  user42                  ->  ana = user42, and so ana's sister = user42's sister
    mia  means  ben's daughter too      ->  mia joins neither; both are told why; "mia (ana's sister)" is hers, "mia (ben's daughter)" the other's

Links are never applied to what was said: they are looked at when it is read, so that one that ends leaves no trace. The same links give the same classes in
whatever order they came (tests/language/test_aliases.py). Nicknames are taken first, then names from the outermost owner in: whose "ana's sister" is
depends on who Ana is.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import eq, lt

from thoughtbank.language.kin import KIN, depth, described
from thoughtbank.language.naming import Naming
from thoughtbank.language.senses import base, sense_key


@dataclass(frozen=True, slots=True)
class Known:
    """Classes of keys that are one. `first` maps each key that isn't alone to the key that stands for all of its class, `members` that one to all of them,
    in order; `owned` the same key of each description, by the first key of its owner and its word. `apart`: links that join nothing, each with the reason.
    `senses`: of each name that several are called by, the keys of the name with each whom a description tells (`language.senses`).
    """

    first: Mapping[str, str] = field(default_factory=dict)
    members: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    owned: Mapping[tuple[str, str], str] = field(default_factory=dict)
    apart: Mapping[Naming, str] = field(default_factory=dict)
    senses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

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
    given, beside = sorted(dict.fromkeys(links)), tuple(keys)
    reasons: dict[Naming, str] = {}
    while True:  # a name that turns out to be several persons' joins none of them, which others may have rested on
        shared = {link.key for link in reasons}
        found, more = _known(given, beside, reasons)
        if {link.key for link in more} <= shared:
            return found
        reasons |= more


def _known(given: Sequence[Naming], keys: Iterable[str], reasons: Mapping[Naming, str]) -> tuple[Known, dict[Naming, str]]:
    """Who is who if the names in `reasons` are several persons'; and links of further names that are, each with the reason."""
    said = {link.key: link.means for link in given if link.kind == "given"}  # a person's word stands above what was found
    others = [link for link in given if link.kind != "given" and said.get(link.key, link.means) != link.means]
    apart = {link: f"{link.key} was given as {said[link.key]}" for link in others}
    found = [link for link in given if link.kind != "given" and link.key not in said]
    called = {link.key for link in found if link.kind == "name" and described(link.means) is not None}
    names = [link for link in found if link.kind == "name" or (link.key in called and described(link.means) is not None)]
    among = [link for link in found if link.kind == "among"]
    shared = {link.key for link in reasons}
    senses = {
        link: Naming(sense_key(link.key, link.means), link.means, link.kind)
        for link in (*names, *among)
        if link.key in shared and described(link.means) is not None
    }
    classes = _Classes(one for link in (*given, *senses.values()) for one in link[:2])
    named = {one for link in given for one in link[:2]}
    for key in keys:
        if matters(key, named):
            classes.add(key)
    classes.close()
    apart |= _take(classes, [link for link in given if link.kind == "given"])
    apart |= _take(classes, [link for link in found if link not in names and link not in among])
    more: dict[Naming, str] = {}
    for level in sorted({depth(link.means) for link in names}):
        here, before = ([one for one in names if one not in senses and is_at(depth(one.means), level)] for is_at in (eq, lt))
        before += [one for one in among if one not in senses]
        more |= _several(classes, here, before)
        there = [sense for link, sense in senses.items() if link.kind != "among" and depth(link.means) == level]
        left = _take(classes, [*here, *there], single=True)
        apart |= {link: reason for link, reason in left.items() if link in here}
    apart |= {link: f"{link.means} may be several" for link in among}
    for link in senses:
        apart[link] = (
            reasons.get(link) or f"{link.key} means {' and '.join(sorted(one.means for one in senses if one.key == link.key))}"
        )
    of_name: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for link, sense in senses.items():
        of_name[link.key][sense.key] = None
    return replace(classes.known(apart), senses={name: tuple(found) for name, found in of_name.items()}), more


def _several(classes: "_Classes", links: Sequence[Naming], before: Sequence[Naming]) -> dict[Naming, str]:
    """Links by which a name means somebody described and another too, by these links or those taken `before`; each with the reason."""
    find = classes.find
    means: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for link in sorted((*links, *before)):
        means[find(link.key)].setdefault(find(link.means), link.means)
    keys = {find(link.key) for link in links if described(link.means) is not None and len(means[find(link.key)]) > 1}
    return {
        link: f"{link.key} means {' and '.join(sorted(means[find(link.key)].values()))}"
        for link in (*links, *before)
        if find(link.key) in keys and described(link.means) is not None
    }


def matters(key: str, named: Container[str]) -> bool:
    """Whether a description may be one with another: by a word of kin, or by an owner who has another name."""
    while (owned := described(key)) is not None:
        if owned.word in KIN or owned.owner in named:
            return True
        key = owned.owner
    return False


def _take(classes: "_Classes", links: Sequence[Naming], *, single: bool = False) -> dict[Naming, str]:
    """Joins what these links say, all at once; what one key means twice joins neither. `single`: a description has one name. Those left out, and why."""
    find = classes.find
    means: defaultdict[str, dict[str, str]] = defaultdict(dict)
    names: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for link in links:
        name = base(link.key, link.means)
        means[find(link.key)].setdefault(find(link.means), link.means)
        names[find(link.means)].setdefault(name if name != link.key else find(name), name)
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
