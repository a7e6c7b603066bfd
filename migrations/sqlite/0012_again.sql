-- A start looks for posts that wait to be tried again, and finds them without reading everything that is due some day. Who does
-- what is due stands beside when, so that a process full of thoughts finds what it may do without reading the thoughts.
DROP INDEX outbox_ready;
CREATE INDEX outbox_ready ON outbox (due_at, hand) WHERE head = 1 AND state IN ('pending', 'uncertain');
CREATE INDEX outbox_again ON outbox (due_at)
    WHERE head = 1 AND state IN ('pending', 'uncertain') AND attempts > 0 AND room IS NOT NULL;
