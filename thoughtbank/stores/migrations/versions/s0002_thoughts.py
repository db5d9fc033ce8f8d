"""Thoughts: their triples, the turns they came from, their groups in the hash table, the changes made to them, and the queue of turns."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


_SCOPE_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _scope_id() -> sa.Column[int]:
    return sa.Column("scope_id", _SCOPE_ID, primary_key=True, autoincrement=False)


def _index(name: str, table: str, columns: list[str], where: str | None = None) -> None:
    op.create_index(
        name,
        table,
        columns,
        sqlite_where=None if where is None else sa.text(where),
        postgresql_where=None if where is None else sa.text(where),
    )


def upgrade() -> None:
    """Adds to what is there. Turns of before aren't queued: whoever wants thoughts of them asks for it."""
    op.add_column("scope", sa.Column("thinker", sa.Text))
    op.add_column("scope", sa.Column("thinker_until", sa.BigInteger))
    op.add_column("memory", sa.Column("tries", sa.Integer))
    op.add_column("vector", sa.Column("bucket", sa.Integer))
    _index("ix_memory_unthought", "memory", ["scope_id", "number"], "tries IS NOT NULL")
    _index("ix_vector_bucket", "vector", ["scope_id", "embedder", "bucket", "number"], "bucket IS NOT NULL")
    op.create_table(
        "thought",
        _scope_id(),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("head", "relation", "tail", "head_key", "about", "made_by")),
    )
    _index("ix_thought_head", "thought", ["scope_id", "head_key", "number"])
    _index("ix_thought_about", "thought", ["scope_id", "about", "number"])
    op.create_table(
        "evidence",
        _scope_id(),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("turn", sa.Text, primary_key=True),
        sqlite_with_rowid=False,
    )
    _index("ix_evidence_turn", "evidence", ["scope_id", "turn"])
    op.create_table(
        "change",
        _scope_id(),
        sa.Column("id", sa.Text, primary_key=True),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("kind", "memory_id")),
        sa.Column("into_id", sa.Text),
        sa.Column("at", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("by", "reason")),
        sqlite_with_rowid=False,
    )
    _index("ix_change_memory", "change", ["scope_id", "memory_id", "id"])
    _index("ix_change_into", "change", ["scope_id", "into_id"])
