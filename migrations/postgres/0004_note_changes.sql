-- What people changed in notes, so that it can be taken back or corrected.
CREATE TABLE note_changes (
    id TEXT COLLATE "C" PRIMARY KEY,
    room TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX note_changes_newest ON note_changes (room, person, at);
