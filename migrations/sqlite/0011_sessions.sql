-- Who is logged in to the web chat: a hash that only the cookie and the password together give, and when it ends, in
-- microseconds.
CREATE TABLE sessions (
    key TEXT PRIMARY KEY,
    ends_at INTEGER NOT NULL
) STRICT;
