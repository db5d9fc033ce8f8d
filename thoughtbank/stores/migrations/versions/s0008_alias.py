"""Who is who: links between arguments, of propositions that name somebody and of persons who say so."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Propositions of before give their links too."""
    scope_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "alias",
        sa.Column("scope_id", scope_id, primary_key=True, autoincrement=False),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("means", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("undone_at", sa.BigInteger),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_alias_number", "alias", ["scope_id", "number"])
    _fill()


def _fill() -> None:
    from thoughtbank.language.naming import naming
    from thoughtbank.language.proposition import Argument
    from thoughtbank.language.triples.relations import polarity

    connection = op.get_bind()
    thought = sa.table("thought", *map(sa.column, ("scope_id", "number", "relation", "made_by", "mood")))
    argument = sa.table("argument", *map(sa.column, ("scope_id", "number", "place", "role", "text")))
    memory = sa.table("memory", *map(sa.column, ("scope_id", "number", "recorded_at")))
    alias = sa.table("alias", *map(sa.column, ("scope_id", "key", "means", "number", "kind", "by", "at", "undone_at")))
    of: dict[tuple[int, int], list[Argument]] = {}
    for row in connection.execute(sa.select(argument).order_by(argument.c.scope_id, argument.c.number, argument.c.place)).all():
        of.setdefault((row.scope_id, row.number), []).append(Argument(row.text, row.role))
    same = sa.and_(memory.c.scope_id == thought.c.scope_id, memory.c.number == thought.c.number)
    found = []
    for row in connection.execute(sa.select(thought, memory.c.recorded_at).join(memory, same)).all():
        arguments = of.get((row.scope_id, row.number), [])
        named = naming(row.relation, arguments, row.mood or "fact", not polarity(row.relation))
        if named is not None:
            at = {"number": row.number, "by": row.made_by, "at": row.recorded_at, "undone_at": None}
            found.append({"scope_id": row.scope_id, **named._asdict(), **at})
    if found:
        connection.execute(sa.insert(alias), found)
