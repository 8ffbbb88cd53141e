CREATE UNLOGGED TABLE presence ( -- gone after a crash, as those who were there are
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    node TEXT COLLATE "C" NOT NULL,
    chairs TEXT NOT NULL,
    others BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    PRIMARY KEY (table_id, node)
);
