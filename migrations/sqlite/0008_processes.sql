-- Several processes may share a database (PostgreSQL). "owner" is the process that is doing a row of the outbox; "hand" is
-- the kind of process that does it: the name of a platform, 'worker' or 'scheduler'. A lease is held until its time, in
-- microseconds of the database's clock, and renewed before.
ALTER TABLE outbox ADD COLUMN owner TEXT;
ALTER TABLE outbox ADD COLUMN hand TEXT;
UPDATE outbox SET hand = COALESCE(
    (SELECT platform FROM rooms WHERE rooms.id = outbox.room),
    CASE WHEN lane LIKE 'model/%' OR lane LIKE 'run/%' THEN 'worker'
         WHEN lane LIKE 'timer/%' OR lane LIKE 'schedule/%' THEN 'scheduler' END)
WHERE state IN ('due', 'sending', 'shelved');

CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
) STRICT;
CREATE INDEX leases_holder ON leases (holder);
