PRAGMA application_id = 1316318835;
BEGIN TRANSACTION;
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
INSERT INTO "analyses" VALUES('1 a check','old',1794979678258,'done','a node',1794979738266,0,2,X'FF616E20616E616C79736973');
INSERT INTO "analyses" VALUES('1 another check',NULL,1794979678267,'waiting','a node',794979678267,0,0,NULL);
CREATE TABLE attempts (
    id TEXT PRIMARY KEY,
    day TEXT NOT NULL,
    browser BLOB NOT NULL CHECK (length(browser) = 32),
    at INTEGER NOT NULL,
    player TEXT NOT NULL,
    result BLOB,
    UNIQUE (day, browser)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES('first','2026-11-18',X'E3316E2BAFEBB6103A3418E8778C0ADC960D40213A03A7E7F4FCD3426ED807BF',900,'Ágnes',X'FF7B7D');
CREATE TABLE channels (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    channel TEXT NOT NULL CHECK (channel IN ('players', 'spectators')),
    said INTEGER NOT NULL,
    PRIMARY KEY (table_id, channel)
) STRICT, WITHOUT ROWID;
INSERT INTO "channels" VALUES('first','players',2);
CREATE TABLE days (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    seal TEXT NOT NULL,
    seed BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "days" VALUES('2026-11-18',700,'a seal',X'612064617927732073656564');
CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "entries" VALUES('first',1,'deal',1200,X'00FF');
INSERT INTO "entries" VALUES('first',2,'plan',1300,X'6E6F766963652D3420736E65616B20342D313820E280932069742773');
CREATE TABLE leases (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "leases" VALUES('first','a node',794979678218);
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
INSERT INTO "messages" VALUES('first','players',1,1100,'Ágnes','it''s dark; -- isn''t it?');
INSERT INTO "messages" VALUES('first','players',2,1150,'Berta','
🌙');
CREATE TABLE presence (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    node TEXT NOT NULL,
    chairs TEXT NOT NULL,
    others INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    PRIMARY KEY (table_id, node)
) STRICT, WITHOUT ROWID;
CREATE TABLE records (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    imported INTEGER NOT NULL,
    summary BLOB NOT NULL,
    text TEXT NOT NULL
, opens INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "records" VALUES('second',900,0,X'7B7D','nuns record 1
',0);
INSERT INTO "records" VALUES('old',800,1,X'FF','it''s old
',0);
CREATE TABLE salts (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    salt BLOB NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "salts" VALUES('first','guards',X'73616C74');
INSERT INTO "salts" VALUES('first','novice-4',X'00');
CREATE TABLE schema_version (version INTEGER PRIMARY KEY);
INSERT INTO "schema_version" VALUES(1);
INSERT INTO "schema_version" VALUES(2);
INSERT INTO "schema_version" VALUES(3);
INSERT INTO "schema_version" VALUES(4);
CREATE TABLE seals (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    seed BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "seals" VALUES('first',X'73656564');
CREATE TABLE sittings (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    version INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('empty', 'person', 'bot')),
    player TEXT NOT NULL,
    token_hash BLOB CHECK (length(token_hash) = 32),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "sittings" VALUES('first','guards',1,'bot','rover',NULL);
INSERT INTO "sittings" VALUES('first','novice-4',2,'person','Ágnes',X'E3316E2BAFEBB6103A3418E8778C0ADC960D40213A03A7E7F4FCD3426ED807BF');
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
INSERT INTO "tables" VALUES('first',1000,1300,2,'playing',1,X'7B2265646974696F6E223A226475746368227D',2);
INSERT INTO "tables" VALUES('second',2000,2000,1,'lobby',0,X'7B7D',0);
CREATE INDEX tables_by_status ON tables (status, created, id);
CREATE INDEX tables_by_age ON tables (created, id);
CREATE INDEX sittings_by_token ON sittings (token_hash) WHERE token_hash IS NOT NULL;
CREATE INDEX records_by_age ON records (at, id);
CREATE INDEX attempts_by_browser ON attempts (browser, day);
CREATE INDEX analyses_by_record ON analyses (record);
COMMIT;
