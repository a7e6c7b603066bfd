-- What was allowed, refused, decided and changed, in a chain: each hash is over the one before and its own row. Rows are
-- only added. Where the chain ends is kept apart, so that an end that is cut off is missed.
CREATE TABLE audit (
    seq INTEGER PRIMARY KEY,
    workspace TEXT NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT;

CREATE TABLE audit_head (
    name TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL
) STRICT;
