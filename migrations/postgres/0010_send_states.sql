-- The states of a row by their names: pending (to be done, and nothing can have come of it yet), sending (being done), sent
-- (done, also what is no message), uncertain (to be tried again, and perhaps it was done), failed, dropped (overtaken), shelved
-- (waits until somebody is in its room).
ALTER TABLE outbox DROP CONSTRAINT outbox_state_check;
DROP INDEX outbox_ready;
DROP INDEX outbox_lane;
DROP INDEX outbox_posts;
UPDATE outbox SET state = CASE WHEN state = 'done' THEN 'sent' WHEN unclear > 0 THEN 'uncertain' ELSE 'pending' END
    WHERE state IN ('due', 'done');
ALTER TABLE outbox ALTER COLUMN state SET DEFAULT 'pending';
ALTER TABLE outbox ADD CONSTRAINT outbox_state_check
    CHECK (state IN ('pending', 'sending', 'sent', 'uncertain', 'failed', 'dropped', 'shelved'));
CREATE INDEX outbox_ready ON outbox (due_at) WHERE head = 1 AND state IN ('pending', 'uncertain');
CREATE INDEX outbox_lane ON outbox (lane, seq) WHERE state IN ('pending', 'uncertain', 'sending');
CREATE INDEX outbox_posts ON outbox (slot, room) WHERE slot IS NOT NULL AND state IN ('pending', 'uncertain', 'sending');
