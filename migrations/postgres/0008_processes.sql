-- Several processes may share a database. "owner" is the process that is doing a row of the outbox; "hand" is the kind of
-- process that does it: the name of a platform, 'worker' or 'scheduler'. A lease is held until its time, in microseconds
-- of the database's clock, and renewed before.
ALTER TABLE outbox ADD COLUMN owner TEXT COLLATE "C";
ALTER TABLE outbox ADD COLUMN hand TEXT COLLATE "C";
UPDATE outbox SET hand = COALESCE(
    (SELECT platform FROM rooms WHERE rooms.id = outbox.room),
    CASE WHEN lane LIKE 'model/%' OR lane LIKE 'run/%' THEN 'worker'
         WHEN lane LIKE 'timer/%' OR lane LIKE 'schedule/%' THEN 'scheduler' END)
WHERE state IN ('due', 'sending', 'shelved');

CREATE TABLE leases (
    name TEXT COLLATE "C" PRIMARY KEY,
    holder TEXT COLLATE "C" NOT NULL,
    until BIGINT NOT NULL
);
CREATE INDEX leases_holder ON leases (holder);
