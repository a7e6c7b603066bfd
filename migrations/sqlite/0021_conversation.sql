-- What was said last in each room, as a list of turns, the oldest first. A row goes with its room, with whoever of it is erased, and
-- once nothing was said there for a while.
CREATE TABLE conversation (
    room TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX conversation_updated ON conversation (updated_at);
