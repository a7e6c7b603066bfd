-- "begun" counts the starts of the program that did not outlive deciding about a row of the inbox.
ALTER TABLE inbox ADD COLUMN begun BIGINT NOT NULL DEFAULT 0;
-- "unclear_since" is when the first attempt began whose outcome nobody knows; "cut_off" counts ends of the program in the
-- middle of it, one after the other.
ALTER TABLE outbox ADD COLUMN unclear_since BIGINT;
ALTER TABLE outbox ADD COLUMN cut_off BIGINT NOT NULL DEFAULT 0;
