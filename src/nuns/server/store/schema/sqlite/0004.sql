CREATE TABLE analyses (
    id TEXT PRIMARY KEY,
    record TEXT REFERENCES records (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'working', 'done', 'stopped', 'failed')),
    owner TEXT NOT NULL,
    expires INTEGER NOT NULL,
    began INTEGER NOT NULL,
    drafts INTEGER NOT NULL,
    body BLOB
) STRICT;
CREATE INDEX analyses_by_record ON analyses (record);
