"""Scopes, turns, memories, vectors and postings: what every later revision builds on."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


_SCOPE_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _scope_id() -> sa.Column[int]:
    return sa.Column("scope_id", _SCOPE_ID, primary_key=True, autoincrement=False)


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


def _partial(name: str, column: str, where: str, postgresql: str | None = None) -> None:
    op.create_index(
        name,
        "memory",
        ["scope_id", column],
        sqlite_where=sa.text(where),
        postgresql_where=sa.text(postgresql or where),
    )


def upgrade() -> None:
    """Creates everything; there is nothing older to bring along."""
    _scopes()
    _turns()
    _memories()
    _found_by()


def _scopes() -> None:
    op.create_table(
        "scope",
        sa.Column("scope_id", _SCOPE_ID, primary_key=True, autoincrement=True),
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


def _turns() -> None:
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
    op.create_index("ix_turn_session", "turn", ["scope_id", "session_id"])
    if op.get_bind().dialect.name == "sqlite":  # other dialects bring their own trigger with their store
        op.execute(
            "CREATE TRIGGER turn_append_only BEFORE UPDATE ON turn BEGIN SELECT RAISE(ABORT, 'turns are append-only'); END"
        )


def _memories() -> None:
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
    op.create_index("ix_memory_id", "memory", ["scope_id", "id", "number"])
    op.create_index("ix_memory_session", "memory", ["scope_id", "session_id", "number"])
    _partial("ix_memory_digest", "digest", "digest IS NOT NULL")
    _partial("ix_memory_pending", "number", "pending = 1", "pending")
    _partial("ix_memory_retired", "number", "retired_at IS NOT NULL")


def _found_by() -> None:
    """What memories are found by: vectors, and words."""
    op.create_table(
        "vector",
        _scope_id(),
        _number(),
        sa.Column("embedder", sa.Text, primary_key=True),
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
        _number("segment"),
        sa.Column("term", sa.Text, primary_key=True),
        sa.Column("numbers", sa.LargeBinary, nullable=False),
        sa.Column("counts", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
