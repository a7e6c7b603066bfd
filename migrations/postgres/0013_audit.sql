-- What was allowed, refused, decided and changed, in a chain: each hash is over the one before and its own row. Rows are
-- only added. Where the chain ends is kept apart, so that an end that is cut off is missed.
CREATE TABLE audit (
    seq BIGINT PRIMARY KEY,
    workspace TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    hash TEXT COLLATE "C" NOT NULL
);

CREATE TABLE audit_head (
    name TEXT COLLATE "C" PRIMARY KEY,
    seq BIGINT NOT NULL,
    hash TEXT COLLATE "C" NOT NULL
);
