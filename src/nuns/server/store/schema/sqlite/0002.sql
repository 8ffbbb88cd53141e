CREATE TABLE presence (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    node TEXT NOT NULL,
    chairs TEXT NOT NULL,
    others INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    PRIMARY KEY (table_id, node)
) STRICT, WITHOUT ROWID;
