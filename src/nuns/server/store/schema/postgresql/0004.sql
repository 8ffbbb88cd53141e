CREATE TABLE analyses (
    id TEXT COLLATE "C" PRIMARY KEY,
    record TEXT COLLATE "C" REFERENCES records (id) ON DELETE CASCADE,
    at BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'working', 'done', 'stopped', 'failed')),
    owner TEXT NOT NULL,
    expires BIGINT NOT NULL,
    began BIGINT NOT NULL,
    drafts BIGINT NOT NULL,
    body BYTEA
);
CREATE INDEX analyses_by_record ON analyses (record);
