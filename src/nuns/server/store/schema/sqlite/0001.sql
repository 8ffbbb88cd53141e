PRAGMA application_id = 1316318835; -- "Nuns"

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    version INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'over', 'abandoned')),
    open INTEGER NOT NULL,
    settings BLOB NOT NULL,
    seq INTEGER NOT NULL
) STRICT;
CREATE INDEX tables_by_status ON tables (status, created, id);
CREATE INDEX tables_by_age ON tables (created, id);

CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE sittings (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    version INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('empty', 'person', 'bot')),
    player TEXT NOT NULL,
    token_hash BLOB CHECK (length(token_hash) = 32),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX sittings_by_token ON sittings (token_hash) WHERE token_hash IS NOT NULL;

CREATE TABLE leases (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE seals (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    seed BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE salts (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    salt BLOB NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE channels (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    channel TEXT NOT NULL CHECK (channel IN ('players', 'spectators')),
    said INTEGER NOT NULL,
    PRIMARY KEY (table_id, channel)
) STRICT, WITHOUT ROWID;

CREATE TABLE messages (
    table_id TEXT NOT NULL,
    channel TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    author TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, channel, number),
    FOREIGN KEY (table_id, channel) REFERENCES channels (table_id, channel) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE records (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    imported INTEGER NOT NULL,
    summary BLOB NOT NULL,
    text TEXT NOT NULL
) STRICT;
CREATE INDEX records_by_age ON records (at, id);
