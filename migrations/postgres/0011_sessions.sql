-- Who is logged in to the web chat: a hash that only the cookie and the password together give, and when it ends, in
-- microseconds.
CREATE TABLE sessions (
    key TEXT COLLATE "C" PRIMARY KEY,
    ends_at BIGINT NOT NULL
);
