-- The states of a row by their names: pending (to be done, and nothing can have come of it yet), sending (being done), sent
-- (done, also what is no message), uncertain (to be tried again, and perhaps it was done), failed, dropped (overtaken), shelved
-- (waits until somebody is in its room). SQLite changes no CHECK in place, so the table is made anew.
CREATE TABLE outbox_by_state (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    lane TEXT NOT NULL,
    ticket TEXT,
    due_at INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending'
        CHECK (state IN ('pending', 'sending', 'sent', 'uncertain', 'failed', 'dropped', 'shelved')),
    head INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    unclear INTEGER NOT NULL DEFAULT 0,
    part INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    why TEXT,
    slot TEXT,
    room TEXT,
    body TEXT NOT NULL,
    unclear_since INTEGER,
    cut_off INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    hand TEXT
) STRICT;
-- No number is given twice, even if the newest rows are forgotten by now.
INSERT INTO sqlite_sequence (name, seq) SELECT 'outbox_by_state', seq FROM sqlite_sequence WHERE name = 'outbox';
INSERT INTO outbox_by_state
    SELECT seq, id, lane, ticket, due_at,
           CASE state WHEN 'due' THEN CASE WHEN unclear > 0 THEN 'uncertain' ELSE 'pending' END
                      WHEN 'done' THEN 'sent' ELSE state END,
           head, attempts, unclear, part, created_at, changed_at, why, slot, room, body, unclear_since, cut_off, owner, hand
    FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_by_state RENAME TO outbox;
CREATE INDEX outbox_ready ON outbox (due_at) WHERE head = 1 AND state IN ('pending', 'uncertain');
CREATE INDEX outbox_lane ON outbox (lane, seq) WHERE state IN ('pending', 'uncertain', 'sending');
CREATE INDEX outbox_posts ON outbox (slot, room) WHERE slot IS NOT NULL AND state IN ('pending', 'uncertain', 'sending');
CREATE INDEX outbox_shelved ON outbox (room, seq) WHERE state = 'shelved';
CREATE INDEX outbox_sending ON outbox (seq) WHERE state = 'sending';
