"""What the times of propositions meant when they were said."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Times of before keep their words alone, and their thoughts hold from when they were said: thinking about their turns anew reads them."""
    for name, kind in (("begins", sa.BigInteger), ("ends", sa.BigInteger), ("precision", sa.Text), ("side", sa.Text)):
        op.add_column("argument", sa.Column(name, kind))
