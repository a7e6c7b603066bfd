-- Files of tickets, where several machines share a database. "home" is the name of the ticket's folder, "path" the way inside
-- of it. A database in a file keeps them in the data folder; here they pass through in backups and moves.
CREATE TABLE files (
    home TEXT COLLATE "C" NOT NULL,
    path TEXT COLLATE "C" NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (home, path)
);
