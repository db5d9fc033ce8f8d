"""Scopes, turns, memories, vectors and postings: what every later revision builds on."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _scope_id() -> sa.Column[int]:
    return sa.Column("scope_id", sa.Integer, primary_key=True, autoincrement=False)


def _number(name: str = "number") -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, primary_key=True, autoincrement=False)


def _said() -> list[sa.Column[int]]:
    return [
        sa.Column("said_at", sa.BigInteger, nullable=False),
        sa.Column("said_offset", sa.Integer, nullable=False),
        sa.Column("recorded_at", sa.BigInteger, nullable=False),
    ]


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text) for name in names]


def upgrade() -> None:
    """Creates everything; there is nothing older to bring along."""
    op.create_table(
        "scope",
        sa.Column("scope_id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("tenant", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in ("version", "epoch", "last_number", "indexed_to")),
        sa.UniqueConstraint("tenant", "user_id", name="uq_scope_tenant_user_id"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "setting",
        _scope_id(),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "turn",
        _scope_id(),
        _number(),
        sa.Column("id", sa.Text, nullable=False),
        *_texts("session_id", "agent_id", "speaker"),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        *_texts("parts"),
        *_said(),
        *_texts("key"),
        sa.Column("origin", sa.Text, nullable=False),
        sa.UniqueConstraint("scope_id", "id", name="uq_turn_scope_id_id"),
        sa.UniqueConstraint("scope_id", "key", name="uq_turn_scope_id_key"),
    )
    op.create_table(
        "memory",
        _scope_id(),
        _number(),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        *_texts("text", "session_id", "agent_id", "speaker", "role", "language", "parts"),
        *_said(),
        *(sa.Column(name, sa.BigInteger) for name in ("valid_from", "valid_to", "retired_at")),
        sa.Column("pending", sa.Boolean, nullable=False),
        *_texts("digest"),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
    )
    op.create_index("ix_memory_scope_id_id", "memory", ["scope_id", "id"])
    op.create_index("ix_memory_session", "memory", ["scope_id", "session_id"])
    op.create_index("ix_memory_digest", "memory", ["scope_id", "digest"], sqlite_where=sa.text("digest IS NOT NULL"))
    op.create_index("ix_memory_pending", "memory", ["scope_id", "number"], sqlite_where=sa.text("pending = 1"))
    op.create_index("ix_memory_retired", "memory", ["scope_id", "number"], sqlite_where=sa.text("retired_at IS NOT NULL"))
    op.create_table(
        "vector",
        _scope_id(),
        sa.Column("embedder", sa.Text, primary_key=True),
        _number(),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "segment",
        _scope_id(),
        _number("start"),
        sa.Column("level", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "posting",
        _scope_id(),
        sa.Column("term", sa.Text, primary_key=True),
        _number("segment"),
        sa.Column("numbers", sa.LargeBinary, nullable=False),
        sa.Column("counts", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE TRIGGER turn_append_only BEFORE UPDATE ON turn BEGIN SELECT RAISE(ABORT, 'turns are append-only'); END"
        )
