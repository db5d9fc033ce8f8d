"""The gain of a turn, and why it has it; and the last turns of a session, which every turn is held against, in order."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Turns of before have no gain, and are found as they were."""
    op.add_column("memory", sa.Column("gain", sa.Float))
    op.add_column("memory", sa.Column("gain_why", sa.Text))
    where = sa.text("gain IS NOT NULL")
    op.create_index("ix_memory_gain", "memory", ["scope_id", "gain"], sqlite_where=where, postgresql_where=where)
    op.drop_index("ix_turn_session", "turn")
    op.create_index("ix_turn_session", "turn", ["scope_id", "session_id", "said_at", "number"])
