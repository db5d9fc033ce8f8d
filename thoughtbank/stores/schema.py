"""The tables. Every primary key begins with `scope_id`, so that isolation is a property of the schema and the same tables can be
sharded by scope; `scope` itself gives the surrogate. Times are microseconds since 1970 UTC, offsets are minutes.

`turn` is what was received, append-only (a trigger refuses updates). `memory` is what can be recalled, one row a version: a row
is written once, and later only its `retired_at`, `valid_to`, `pending`, `tries`, `judging` and gain change. `number` orders everything of a scope by
writing; vectors and postings refer to it. Changes of this file go with an Alembic revision in `migrations/versions`.
"""

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={"ix": "ix_%(table_name)s_%(column_0_N_name)s", "uq": "uq_%(table_name)s_%(column_0_N_name)s"}
)

ScopeId = sa.BigInteger().with_variant(sa.Integer(), "sqlite")  # SQLite counts up only what it calls INTEGER

STORE = 0
"""The scope id under which `setting` keeps what is true of the whole store."""


def _partial(name: str, column: str, *, where: str, postgresql: str | None = None) -> sa.Index:
    """An index of a scope's few rows of which something holds."""
    return sa.Index(name, "scope_id", column, sqlite_where=sa.text(where), postgresql_where=sa.text(postgresql or where))


scope = sa.Table(
    "scope",
    metadata,
    sa.Column("scope_id", ScopeId, primary_key=True, autoincrement=True),
    sa.Column("tenant", sa.Text, nullable=False),
    sa.Column("user_id", sa.Text, nullable=False),
    sa.Column("version", sa.BigInteger, nullable=False),  # moves with every write
    sa.Column("epoch", sa.BigInteger, nullable=False),  # moves when what was there before is no longer: erase, re-embed
    sa.Column("last_number", sa.BigInteger, nullable=False),
    sa.Column("indexed_to", sa.BigInteger, nullable=False),  # memories up to this number stand in `posting`
    sa.Column("thinker", sa.Text),  # who is thinking about its turns at present
    sa.Column("thinker_until", sa.BigInteger),  # and until when that holds
    sa.UniqueConstraint("tenant", "user_id"),
    sqlite_autoincrement=True,  # an erased scope's id is never given again, so no cache can mistake its successor for it
)

setting = sa.Table(
    "setting",
    metadata,
    sa.Column("scope_id", ScopeId, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
    sqlite_with_rowid=False,
)

turn = sa.Table(
    "turn",
    metadata,
    sa.Column("scope_id", ScopeId, primary_key=True, autoincrement=False),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("id", sa.Text, nullable=False),
    sa.Column("session_id", sa.Text),
    sa.Column("agent_id", sa.Text),
    sa.Column("speaker", sa.Text),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("parts", sa.Text),  # JSON
    sa.Column("said_at", sa.BigInteger, nullable=False),
    sa.Column("said_offset", sa.Integer, nullable=False),
    sa.Column("recorded_at", sa.BigInteger, nullable=False),
    sa.Column("key", sa.Text),
    sa.Column("origin", sa.Text, nullable=False),
    sa.UniqueConstraint("scope_id", "id"),
    sa.UniqueConstraint("scope_id", "key"),
    sa.Index("ix_turn_session", "scope_id", "session_id", "said_at", "number"),  # its last turns are read at every turn
)

memory = sa.Table(
    "memory",
    metadata,
    sa.Column("scope_id", ScopeId, primary_key=True, autoincrement=False),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("id", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("text", sa.Text),  # none: the turn's own words
    sa.Column("session_id", sa.Text),
    sa.Column("agent_id", sa.Text),
    sa.Column("speaker", sa.Text),
    sa.Column("role", sa.Text),
    sa.Column("language", sa.Text),  # of its words, as `language.words.written_in` names it
    sa.Column("parts", sa.Text),
    sa.Column("said_at", sa.BigInteger, nullable=False),
    sa.Column("said_offset", sa.Integer, nullable=False),
    sa.Column("recorded_at", sa.BigInteger, nullable=False),
    sa.Column("valid_from", sa.BigInteger),
    sa.Column("valid_to", sa.BigInteger),
    sa.Column("retired_at", sa.BigInteger),
    sa.Column("pending", sa.Boolean, nullable=False),  # its vector is still to come
    sa.Column("tries", sa.Integer),  # of a turn still to be thought about: how often that failed; else none
    sa.Column("gain", sa.Float),  # of a turn, 0 to 10; none: not judged, or judging failed
    sa.Column("gain_why", sa.Text),  # JSON: who judged, the reason, the dimensions
    sa.Column("judging", sa.Integer),  # of a turn whose gain is a first estimate: how often judging it failed; else none
    sa.Column("digest", sa.Text),
    sa.Column("length", sa.Integer, nullable=False),  # terms, repeats counted
    sa.Column(
        "terms", sa.Text, nullable=False
    ),  # "term count" a line: what the postings say of this row, so that they can be unsaid
    sa.Index("ix_memory_id", "scope_id", "id", "number"),
    sa.Index("ix_memory_session", "scope_id", "session_id", "number"),
    _partial("ix_memory_digest", "digest", where="digest IS NOT NULL"),
    _partial("ix_memory_pending", "number", where="pending = 1", postgresql="pending"),
    _partial("ix_memory_retired", "number", where="retired_at IS NOT NULL"),
    _partial("ix_memory_gain", "gain", where="gain IS NOT NULL"),
    _partial("ix_memory_unthought", "number", where="tries IS NOT NULL"),
    _partial("ix_memory_unjudged", "number", where="judging IS NOT NULL"),
)

thought = sa.Table(
    "thought",
    metadata,
    sa.Column("scope_id", ScopeId, primary_key=True, autoincrement=False),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),  # of its memory
    sa.Column("head", sa.Text, nullable=False),
    sa.Column("relation", sa.Text, nullable=False),
    sa.Column("tail", sa.Text, nullable=False),
    sa.Column("head_key", sa.Text, nullable=False),  # the head as heads are compared
    sa.Column("about", sa.Text, nullable=False),  # head and relation as rivals are compared
    sa.Column("made_by", sa.Text, nullable=False),
    sa.Column("mood", sa.Text),  # none: a fact
    sa.Index("ix_thought_head", "scope_id", "head_key", "number"),
    sa.Index("ix_thought_about", "scope_id", "about", "number"),
)

argument = sa.Table(
    "argument",
    metadata,
    sa.Column("scope_id", ScopeId, primary_key=True, autoincrement=False),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),  # of the thought's memory
    sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("role", sa.Text, nullable=False),  # blank: one of the predicate's own
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False),  # as arguments are compared
    sa.Column(
        "begins", sa.BigInteger
    ),  # of a time: what it meant when it was said; none: open, or not a time that could be read
    sa.Column("ends", sa.BigInteger),
    sa.Column("precision", sa.Text),  # none: not a time that could be read
    sa.Column("side", sa.Text),  # since, until, before, after, between
    sa.Index("ix_argument_key", "scope_id", "key", "number"),
    sqlite_with_rowid=False,
)

node = sa.Table(
    "node",
    metadata,
    sa.Column("scope_id", ScopeId, primary_key=True, autoincrement=False),
    sa.Column("key", sa.Text, primary_key=True),  # of all arguments that are equal
    sa.Column("data", sa.LargeBinary),  # its vector by the store's embedder, as in `vector`; none: still to come
    _partial("ix_node_bare", "data", where="data IS NULL"),
    sqlite_with_rowid=False,
)

alias = sa.Table(
    "alias",
    metadata,
    sa.Column("scope_id", ScopeId, primary_key=True, autoincrement=False),
    sa.Column("key", sa.Text, primary_key=True),  # the name, as arguments are compared
    sa.Column("means", sa.Text, primary_key=True),  # whom it means, likewise
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),  # of the thought that says so; 0: a person did
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("undone_at", sa.BigInteger),
    sa.Index("ix_alias_number", "scope_id", "number"),
    sqlite_with_rowid=False,
)

evidence = sa.Table(
    "evidence",
    metadata,
    sa.Column("scope_id", ScopeId, primary_key=True, autoincrement=False),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),  # of the memory that was made of the turn
    sa.Column("turn", sa.Text, primary_key=True),  # the turn's id
    sa.Column("version", sa.BigInteger, nullable=False, server_default="0"),  # of the scope, by which it was written
    sa.Index("ix_evidence_turn", "scope_id", "turn"),
    sa.Index("ix_evidence_version", "scope_id", "version"),
    sqlite_with_rowid=False,
)

change = sa.Table(
    "change",
    metadata,
    sa.Column("scope_id", ScopeId, primary_key=True, autoincrement=False),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("memory_id", sa.Text, nullable=False),
    sa.Column("into_id", sa.Text),  # what stands for it now, or contradicts it
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Index("ix_change_memory", "scope_id", "memory_id", "id"),
    sa.Index("ix_change_into", "scope_id", "into_id"),
    sqlite_with_rowid=False,
)

vector = sa.Table(
    "vector",
    metadata,
    sa.Column("scope_id", ScopeId, primary_key=True, autoincrement=False),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("embedder", sa.Text, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),  # float32, little-endian, unit length
    sa.Column("bucket", sa.Integer),  # of a thought: its group in the hash table
    sa.Index(
        "ix_vector_bucket",
        "scope_id",
        "embedder",
        "bucket",
        "number",
        sqlite_where=sa.text("bucket IS NOT NULL"),
        postgresql_where=sa.text("bucket IS NOT NULL"),
    ),
)

segment = sa.Table(
    "segment",
    metadata,
    sa.Column("scope_id", ScopeId, primary_key=True, autoincrement=False),
    sa.Column("start", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("level", sa.Integer, nullable=False),
    sqlite_with_rowid=False,
)

posting = sa.Table(
    "posting",
    metadata,
    sa.Column("scope_id", ScopeId, primary_key=True, autoincrement=False),
    sa.Column("segment", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("term", sa.Text, primary_key=True),
    sa.Column("numbers", sa.LargeBinary, nullable=False),  # int64, little-endian, ascending
    sa.Column("counts", sa.LargeBinary, nullable=False),  # float32, little-endian
    sqlite_with_rowid=False,
)

overview = sa.Table(
    "overview",
    metadata,
    sa.Column("scope_id", ScopeId, primary_key=True, autoincrement=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("items", sa.Integer, nullable=False),  # turns it sums up
    sa.Column("made_by", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

SCOPED = (turn, memory, vector, segment, posting, setting, thought, argument, node, alias, evidence, change, overview)
"""The tables that hold a scope's rows."""
