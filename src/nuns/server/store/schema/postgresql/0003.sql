ALTER TABLE records ADD COLUMN opens BIGINT NOT NULL DEFAULT 0;

CREATE TABLE days (
    id TEXT COLLATE "C" PRIMARY KEY,
    at BIGINT NOT NULL,
    seal TEXT NOT NULL,
    seed BYTEA NOT NULL
);

CREATE TABLE attempts (
    id TEXT COLLATE "C" PRIMARY KEY,
    day TEXT COLLATE "C" NOT NULL,
    browser BYTEA NOT NULL CHECK (length(browser) = 32),
    at BIGINT NOT NULL,
    player TEXT NOT NULL,
    result BYTEA,
    UNIQUE (day, browser)
);
CREATE INDEX attempts_by_browser ON attempts (browser, day);
