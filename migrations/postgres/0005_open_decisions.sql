-- Which open tickets wait for somebody's decision, so that they are found beside any number of paused ones; and what a
-- reader may see, in the indexes that lists and counts walk.
ALTER TABLE tickets ADD COLUMN awaits BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tickets_awaits ON tickets (priority, created_at, number) WHERE awaits = 1;

DROP INDEX tickets_urgent;
DROP INDEX tickets_newest;
DROP INDEX tickets_status;
CREATE INDEX tickets_urgent ON tickets (priority, created_at, number, status, workspace, direct, requester)
    WHERE folded = 0;
CREATE INDEX tickets_newest ON tickets (created_at, number, status, workspace, direct, requester) WHERE folded = 0;
CREATE INDEX tickets_status ON tickets (workspace, status, direct, requester) WHERE folded = 0;
