CREATE TABLE tables (
    id TEXT COLLATE "C" PRIMARY KEY,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    version BIGINT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'over', 'abandoned')),
    open BOOLEAN NOT NULL,
    settings BYTEA NOT NULL,
    seq BIGINT NOT NULL
) WITH (fillfactor = 70); -- every append writes its row anew, best on the same page
CREATE INDEX tables_by_status ON tables (status, created, id);
CREATE INDEX tables_by_age ON tables (created, id);

CREATE TABLE entries (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    kind TEXT NOT NULL,
    at BIGINT NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (table_id, seq)
);

CREATE TABLE sittings (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('empty', 'person', 'bot')),
    player TEXT NOT NULL,
    token_hash BYTEA CHECK (length(token_hash) = 32),
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX sittings_by_token ON sittings (token_hash) WHERE token_hash IS NOT NULL;

CREATE TABLE leases (
    table_id TEXT COLLATE "C" PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    expires BIGINT NOT NULL
);

CREATE TABLE seals (
    table_id TEXT COLLATE "C" PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    seed BYTEA NOT NULL
);

CREATE TABLE salts (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat TEXT COLLATE "C" NOT NULL,
    salt BYTEA NOT NULL,
    PRIMARY KEY (table_id, seat)
);

CREATE TABLE channels (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    channel TEXT COLLATE "C" NOT NULL CHECK (channel IN ('players', 'spectators')),
    said BIGINT NOT NULL,
    PRIMARY KEY (table_id, channel)
);

CREATE TABLE messages (
    table_id TEXT COLLATE "C" NOT NULL,
    channel TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    author TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, channel, number),
    FOREIGN KEY (table_id, channel) REFERENCES channels (table_id, channel) ON DELETE CASCADE
);

CREATE TABLE records (
    id TEXT COLLATE "C" PRIMARY KEY,
    at BIGINT NOT NULL,
    imported BOOLEAN NOT NULL,
    summary BYTEA NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX records_by_age ON records (at, id);
