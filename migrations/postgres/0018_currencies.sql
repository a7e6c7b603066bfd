-- The currency of the money of an account; empty where nobody knows it, as with what was counted before.
ALTER TABLE spending ADD COLUMN currency TEXT COLLATE "C" NOT NULL DEFAULT '';
