-- Files of tickets, where several machines share a database. "home" is the name of the ticket's folder, "path" the way inside
-- of it. A database in a file keeps them in the data folder; here they pass through in backups and moves.
CREATE TABLE files (
    home TEXT NOT NULL,
    path TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (home, path)
) STRICT;
