"""Turns whose gain is a first estimate, and what the turns of great gain come to."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No turn of before waits to be judged."""
    op.add_column("memory", sa.Column("judging", sa.Integer))
    where = sa.text("judging IS NOT NULL")
    op.create_index("ix_memory_unjudged", "memory", ["scope_id", "number"], sqlite_where=where, postgresql_where=where)
    op.create_table(
        "overview",
        sa.Column("scope_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True, autoincrement=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("items", sa.Integer, nullable=False),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
