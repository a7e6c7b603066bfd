-- The end of the audit log is sealed with a key that is not in the database: which key, and the seal.
ALTER TABLE audit_head ADD COLUMN sealed_by TEXT NOT NULL DEFAULT '';
ALTER TABLE audit_head ADD COLUMN seal TEXT NOT NULL DEFAULT '';
