"""The SQL that both databases understand. ``$1`` is the table's id in every statement that changes something of a table.

A statement that changes something returns one row, ``number`` first, which watchers are told, or none if another writer was first.
``{now}`` is the database's own clock in milliseconds.
"""

TABLE = "id, created, updated, version, status, open, settings, seq"
SEAT_COLUMNS = "table_id, seat, version, kind, player, token_hash"
RECORD_LINE = "id, at, imported, summary"
ATTEMPT_COLUMNS = "id, day, browser, at, player, result"

CREATE_TABLE = f"""
    INSERT INTO tables ({TABLE}) VALUES ($1, $2, $2, 1, $3, $4, $5, 0)
    ON CONFLICT (id) DO NOTHING RETURNING version AS number, {TABLE}"""
UPDATE_TABLE = f"""
    UPDATE tables SET version = version + 1, updated = $3, status = COALESCE($4, status), open = COALESCE($5, open),
        settings = COALESCE($6, settings)
    WHERE id = $1 AND version = $2 RETURNING version AS number, {TABLE}"""
REMOVE_TABLE = "DELETE FROM tables WHERE id = $1 RETURNING 1 AS number"
IN_USE = "SELECT count(*) FROM leases WHERE expires > {now}"
GET_TABLE = f"SELECT {TABLE} FROM tables WHERE id = $1"
LIST_TABLES = f"SELECT {TABLE} FROM tables"

READ_LOG = "SELECT seq, kind, at, body FROM entries WHERE table_id = $1 AND seq > $2 ORDER BY seq"

TAKE_SEAT = f"""
    INSERT INTO sittings ({SEAT_COLUMNS}) SELECT id, $2, 1, $3, $4, $5 FROM tables WHERE id = $1
    ON CONFLICT (table_id, seat) DO NOTHING RETURNING version AS number, {SEAT_COLUMNS}"""
CHANGE_SEAT = f"""
    UPDATE sittings SET version = version + 1, kind = $3, player = $4, token_hash = $5
    WHERE table_id = $1 AND seat = $2 AND version = $6 RETURNING version AS number, {SEAT_COLUMNS}"""
SEATS = f"SELECT {SEAT_COLUMNS} FROM sittings WHERE table_id = $1 ORDER BY seat"
SEAT_VERSION = "SELECT version FROM sittings WHERE table_id = $1 AND seat = $2"

ACQUIRE_LEASE = """
    INSERT INTO leases (table_id, owner, expires) SELECT id, $2, {now} + $3 FROM tables WHERE id = $1
    ON CONFLICT (table_id) DO UPDATE SET owner = excluded.owner, expires = excluded.expires
    WHERE leases.owner = excluded.owner OR leases.expires <= {now} RETURNING 1 AS number"""
RENEW_LEASES = "UPDATE leases SET expires = {now} + $2 WHERE owner = $1 RETURNING 1 AS number, table_id"
RELEASE_LEASE = "DELETE FROM leases WHERE table_id = $1 AND owner = $2 RETURNING 1 AS number"
UNLEASED = """
    SELECT id FROM tables WHERE status = 'playing'
    AND NOT EXISTS (SELECT 1 FROM leases WHERE leases.table_id = tables.id AND leases.expires > {now})
    ORDER BY updated, id LIMIT $1"""

BE_PRESENT = """
    INSERT INTO presence (table_id, node, chairs, others, expires) SELECT id, $2, $3, $4, {now} + $5 FROM tables WHERE id = $1
    ON CONFLICT (table_id, node) DO UPDATE SET chairs = excluded.chairs, others = excluded.others, expires = excluded.expires
    RETURNING 1 AS number"""
STAY_PRESENT = "UPDATE presence SET expires = {now} + $2 WHERE node = $1 RETURNING 1 AS number"
LEAVE = "DELETE FROM presence WHERE table_id = $1 AND node = $2 RETURNING 1 AS number"
FORGET_ABSENT = "DELETE FROM presence WHERE expires <= {now} RETURNING 1 AS number"
PRESENT = "SELECT node, chairs, others FROM presence WHERE table_id = $1 AND expires > {now} ORDER BY node"

SEAL = """
    INSERT INTO seals (table_id, seed) SELECT id, $2 FROM tables WHERE id = $1
    ON CONFLICT (table_id) DO NOTHING RETURNING 1 AS number"""
ADD_SALT = """
    INSERT INTO salts (table_id, seat, salt) SELECT id, $2, $3 FROM tables WHERE id = $1
    ON CONFLICT (table_id, seat) DO NOTHING RETURNING 1 AS number"""
SEED = "SELECT seed FROM seals WHERE table_id = $1"
SALTS = "SELECT seat, salt FROM salts WHERE table_id = $1 ORDER BY seat"

CHAT = """
    SELECT number, at, author, text FROM messages WHERE table_id = $1 AND channel = $2 AND number > $3
    ORDER BY number DESC LIMIT $4"""

KEEP_RECORD = f"""
    INSERT INTO records ({RECORD_LINE}, text, opens) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (id) DO NOTHING RETURNING 1 AS number"""
GET_RECORD = f"SELECT {RECORD_LINE}, text, opens FROM records WHERE id = $1"
REMOVE_RECORD = "DELETE FROM records WHERE id = $1 RETURNING 1 AS number"
LIST_RECORDS = f"SELECT {RECORD_LINE} FROM records"

SEAL_DAY = "INSERT INTO days (id, at, seal, seed) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING RETURNING 1 AS number"
DAY_SEALS = "SELECT id, at, seal FROM days WHERE id >= $1 AND id <= $2 ORDER BY id DESC"
DAY_BEFORE = "SELECT 1 AS number FROM days WHERE id < $1 LIMIT 1"
DAY_SEED = "SELECT seed FROM days WHERE id = $1"
BEGIN_ATTEMPT = """
    INSERT INTO attempts (id, day, browser, at, player) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (day, browser) DO NOTHING RETURNING 1 AS number"""
ATTEMPT = f"SELECT {ATTEMPT_COLUMNS} FROM attempts WHERE day = $1 AND browser = $2"
END_ATTEMPT = "UPDATE attempts SET result = $2 WHERE id = $1 AND result IS NULL RETURNING 1 AS number"
ATTEMPTS = f"SELECT {ATTEMPT_COLUMNS} FROM attempts WHERE day = $1 AND result IS NOT NULL ORDER BY at, id LIMIT $2"
FORGET_DAYS = "DELETE FROM days RETURNING 1 AS number"
FORGET_ATTEMPTS = "DELETE FROM attempts RETURNING 1 AS number"

BEGIN_ANALYSIS = """
    INSERT INTO analyses (id, record, at, state, owner, expires, began, drafts)
    VALUES ($1, (SELECT id FROM records WHERE id = $2), {now}, 'waiting', $3, {now} + $4, 0, 0)
    ON CONFLICT (id) DO UPDATE SET record = COALESCE(analyses.record, excluded.record), at = excluded.at, state = excluded.state,
        owner = excluded.owner, expires = excluded.expires, began = 0, drafts = 0, body = NULL
    WHERE analyses.state IN ('stopped', 'failed') OR (analyses.state IN ('waiting', 'working') AND analyses.expires <= {now})
    RETURNING 1 AS number"""
GET_ANALYSIS = "SELECT state, expires > {now}, {now} - began, drafts, body, record IS NOT NULL FROM analyses WHERE id = $1"
ATTACH_ANALYSIS = """
    UPDATE analyses SET record = (SELECT id FROM records WHERE id = $2) WHERE id = $1 AND record IS NULL RETURNING 1 AS number"""
RENEW_ANALYSIS = """
    UPDATE analyses SET expires = {now} + $3, state = $4, began = CASE WHEN began = 0 AND $4 = 'working' THEN {now} ELSE began END
    WHERE id = $1 AND owner = $2 AND state IN ('waiting', 'working') RETURNING 1 AS number"""
KEEP_DRAFT = """
    UPDATE analyses SET expires = {now} + $3, state = $4, drafts = drafts + 1, body = $5
    WHERE id = $1 AND owner = $2 AND state IN ('waiting', 'working') RETURNING 1 AS number"""
END_ANALYSIS = """
    UPDATE analyses SET state = $3 WHERE id = $1 AND owner = $2 AND state IN ('waiting', 'working') RETURNING 1 AS number"""
OLD_ANALYSES = "SELECT id FROM analyses WHERE record IS NULL AND at <= $1 ORDER BY at"
REMOVE_ANALYSIS = "DELETE FROM analyses WHERE id = $1 RETURNING 1 AS number"
