-- What people changed in notes, so that it can be taken back or corrected.
CREATE TABLE note_changes (
    id TEXT PRIMARY KEY,
    room TEXT NOT NULL,
    person TEXT NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX note_changes_newest ON note_changes (room, person, at);
