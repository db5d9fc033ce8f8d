"""The arguments of propositions: all of them by name, for those that thoughts share."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Thoughts of before have their head and their tail."""
    scope_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.add_column("thought", sa.Column("mood", sa.Text))
    op.create_table(
        "argument",
        sa.Column("scope_id", scope_id, primary_key=True, autoincrement=False),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_argument_key", "argument", ["scope_id", "key", "number"])
    _fill()


def _fill() -> None:
    from thoughtbank.language.names import head_key

    connection = op.get_bind()
    thoughts = sa.table("thought", *map(sa.column, ("scope_id", "number", "head", "tail")))
    arguments = sa.table("argument", *map(sa.column, ("scope_id", "number", "place", "role", "text", "key")))
    rows = connection.execute(sa.select(thoughts.c.scope_id, thoughts.c.number, thoughts.c.head, thoughts.c.tail)).all()
    fresh = [
        {"scope_id": row.scope_id, "number": row.number, "place": place, "role": "", "text": text, "key": head_key(text)}
        for row in rows
        for place, text in enumerate((row.head, row.tail))
    ]
    if fresh:
        connection.execute(sa.insert(arguments), fresh)
