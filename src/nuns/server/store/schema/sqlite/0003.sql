ALTER TABLE records ADD COLUMN opens INTEGER NOT NULL DEFAULT 0;

CREATE TABLE days (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    seal TEXT NOT NULL,
    seed BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE attempts (
    id TEXT PRIMARY KEY,
    day TEXT NOT NULL,
    browser BLOB NOT NULL CHECK (length(browser) = 32),
    at INTEGER NOT NULL,
    player TEXT NOT NULL,
    result BLOB,
    UNIQUE (day, browser)
) STRICT, WITHOUT ROWID;
CREATE INDEX attempts_by_browser ON attempts (browser, day);
