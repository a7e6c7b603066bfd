-- A note belongs to a person, or to everybody (an empty owner), as every note before did.
CREATE TABLE owned_notes (
    workspace TEXT COLLATE "C" NOT NULL,
    owner TEXT COLLATE "C" NOT NULL DEFAULT '',
    key TEXT COLLATE "C" NOT NULL,
    title TEXT COLLATE "C" NOT NULL,
    updated_at BIGINT NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    words TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (workspace, owner, key)
);
INSERT INTO owned_notes (workspace, owner, key, title, updated_at, text, words)
    SELECT workspace, '', key, title, updated_at, text, words FROM notes;
DROP TABLE notes;
ALTER TABLE owned_notes RENAME TO notes;
CREATE INDEX notes_newest ON notes (workspace, owner, updated_at);
-- The changes of a person, for when two members turn out to be one.
CREATE INDEX note_changes_person ON note_changes (person);
