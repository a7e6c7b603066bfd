-- A note belongs to a person, or to everybody (an empty owner), as every note before did.
CREATE TABLE owned_notes (
    workspace TEXT NOT NULL,
    owner TEXT NOT NULL DEFAULT '',
    key TEXT NOT NULL,
    title TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    text TEXT NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (workspace, owner, key)
) STRICT;
INSERT INTO owned_notes (workspace, owner, key, title, updated_at, text, words)
    SELECT workspace, '', key, title, updated_at, text, words FROM notes;
DROP TABLE notes;
ALTER TABLE owned_notes RENAME TO notes;
CREATE INDEX notes_newest ON notes (workspace, owner, updated_at);
-- The changes of a person, for when two members turn out to be one.
CREATE INDEX note_changes_person ON note_changes (person);
