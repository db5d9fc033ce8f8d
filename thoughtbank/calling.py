"""Who is who: the verbs on names, as links that are looked at when something is read and never applied to what was said.

`Calling` stands between `joining.py` and `keeping.py`, and knows only ports. Propositions that name somebody bring their own links (`language/naming.py`).
"""

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from thoughtbank.errors import InputError, NotFound
from thoughtbank.joining import NEAREST, Joining
from thoughtbank.language.aliases import known
from thoughtbank.language.arguments import argument_key
from thoughtbank.language.kin import described
from thoughtbank.language.names import check_name
from thoughtbank.language.naming import SPEAKING
from thoughtbank.language.times import clock_time
from thoughtbank.records.alias import Alias
from thoughtbank.records.conversation import Scope
from thoughtbank.records.thought import Change

PERSON = "user"
"""Who says what a verb says, in `changes` too."""


class Calling(Joining):
    """The verbs on names."""

    def aliases(self, *, user_id: str) -> Sequence[Alias]:
        """Who is who, oldest first: links that current propositions and persons say, each with what it rests on. One that joins nothing says why in `apart`,
        such as a name that two share. Undone ones aren't among them.
        """
        return self._standing(self._scope(user_id))

    def alias(self, name: str, means: str, *, user_id: str) -> Alias:
        """Says that a name means somebody or something that is known: "Mum", "Ana's mother". It stands above what propositions say of the name, until `unalias`.

        Raises NotFound, with the nearest names, where nothing is known of `means`; InputError for blanks, for "I" and "you", for two that are one already, and for a name
        that was given to another.
        """
        scope, key, meant = self._scope(user_id), _key(name, "name"), _key(means, "means")
        if key == meant:
            raise InputError(f"{name!r} and {means!r} are the same name already; name two")
        for word, its in ((name, key), (means, meant)):
            if its in SPEAKING:
                raise InputError(f"{word!r} is whoever speaks or is spoken to; give a name")
        there = self._standing(scope)
        given = next((one for one in there if one.kind == "given" and one.name == key), None)
        if given is not None and given.means == meant:
            return given
        if given is not None:
            raise InputError(f"{name!r} was given to {given.means!r}; take that back with unalias first")
        self._refuse_unknown(scope, there, means, meant)
        said = any((one.name, one.means) == (key, meant) for one in there)
        if not said and self._one(scope, key, meant):
            raise InputError(f"{name!r} and {means!r} are one already, by other links: this would close a circle")
        now = clock_time(self._parts.clock())
        one = Alias(key, meant, "given", PERSON, now)
        change = Change(self._parts.ids.new(now), "alias", key, now, PERSON, f"{key} means {meant}")
        self._parts.store.give_alias(scope, one, [change])
        return one

    def unalias(self, name: str, means: str | None = None, *, user_id: str) -> Sequence[Alias]:
        """Ends what links a name with whom it means, or with all that it means; gives the links that ended. Saying it again doesn't bring one back; `alias` does.

        Raises NotFound, with the nearest names, where no link says so.
        """
        scope, key = self._scope(user_id), _key(name, "name")
        meant = None if means is None else _key(means, "means")
        there = self._standing(scope)
        ends = [one for one in there if one.name == key and meant in (None, one.means)]
        if not ends:
            raise NotFound(_unlinked(there, name, key, means))
        now = clock_time(self._parts.clock())
        changes = [
            Change(self._parts.ids.new(now), "unalias", one.memory_id or key, now, PERSON, f"{key} doesn't mean {one.means}")
            for one in ends
        ]
        self._parts.store.undo_aliases(scope, ends, now, changes)
        return [replace(one, undone_at=now) for one in ends]

    def _standing(self, scope: Scope) -> list[Alias]:
        """The links that stand, each with why it joins nothing."""
        there = [one for one in self._parts.store.aliases(scope) if one.stands]
        graph = self._parts.store.graph(scope) if there else None
        who = graph.known if graph is not None else known((one.naming for one in there), ())
        return [replace(one, apart=who.apart.get(one.naming)) for one in there]

    def _one(self, scope: Scope, key: str, meant: str) -> bool:
        graph = self._parts.store.graph(scope)
        return graph is not None and graph.known.of(key) == graph.known.of(meant)

    def _refuse_unknown(self, scope: Scope, there: Sequence[Alias], name: str, key: str) -> None:
        """Raises NotFound where nothing is known of a name, nor of whose it is."""
        web = self._web(scope, {})
        keys = {one for link in there for one in (link.name, link.means)}
        owned: str | None = key
        while owned is not None:
            if owned in keys or (web is not None and web.place(owned) is not None):
                return
            parts = described(owned)
            owned = parts.owner if parts is not None else None
        if web is None:
            raise NotFound(f"no argument {name!r} is known: no proposition is known of this user")
        raise NotFound(self._unknown(scope, web, name))


def _key(name: str, what: str) -> str:
    given = check_name(name, what)
    if given is None or not any(map(str.isalnum, key := argument_key(given))):
        raise InputError(f"{what} is required: who is who?")
    return key


def _unlinked(there: Sequence[Alias], name: str, key: str, means: str | None) -> str:
    """That no link says so, and which are near it."""
    if own := [one for one in there if one.name == key]:
        return f"{name!r} isn't an alias of {means!r}; it means {', '.join(repr(one.means) for one in own)}"
    if back := [one for one in there if one.means == key]:
        return f"{name!r} is no alias; its own are {', '.join(repr(one.name) for one in back)}"
    names = list(dict.fromkeys(one.name for one in there))
    near = get_close_matches(key, names, NEAREST, 0) if names else []
    return f"{name!r} is no alias; " + (f"the nearest are {', '.join(map(repr, near))}" if near else "there is none")
