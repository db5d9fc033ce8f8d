"""The graph that joins propositions: a row for each argument they share, with its vector; and when a proposition came to rest on a turn."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Arguments of before are compared as they are now, and wait for their vectors."""
    scope_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.add_column("evidence", sa.Column("version", sa.BigInteger, nullable=False, server_default="0"))
    op.create_index("ix_evidence_version", "evidence", ["scope_id", "version"])
    op.create_table(
        "node",
        sa.Column("scope_id", scope_id, primary_key=True, autoincrement=False),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("data", sa.LargeBinary),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_node_bare",
        "node",
        ["scope_id", "data"],
        sqlite_where=sa.text("data IS NULL"),
        postgresql_where=sa.text("data IS NULL"),
    )
    _fill()


def _fill() -> None:
    from thoughtbank.language.arguments import argument_key

    connection = op.get_bind()
    argument = sa.table("argument", *map(sa.column, ("scope_id", "number", "place", "role", "text", "key")))
    node = sa.table("node", *map(sa.column, ("scope_id", "key")))
    here = (
        argument.c.scope_id == sa.bindparam("scope"),
        argument.c.number == sa.bindparam("of"),
        argument.c.place == sa.bindparam("at"),
    )
    joining: dict[tuple[int, str], None] = {}
    changed = []
    for row in connection.execute(sa.select(argument)).all():
        key = argument_key(row.text)
        if key != row.key:
            changed.append({"scope": row.scope_id, "of": row.number, "at": row.place, "is": key})
        joining[row.scope_id, key] = None
    if changed:
        connection.execute(sa.update(argument).where(*here).values(key=sa.bindparam("is")), changed)
    if joining:
        connection.execute(sa.insert(node), [{"scope_id": scope, "key": key} for scope, key in joining])
