-- What is known of each file that people sent; its bytes lie in the storage of files, in the home of its message. A file has a
-- row for each ticket it belongs to, or one without a ticket. A row goes with its ticket, with who sent the file, and without
-- a ticket after a while; the bytes go with the last row of their home. A file that was not kept has 0 bytes.
CREATE TABLE received_files (
    home TEXT NOT NULL,
    name TEXT NOT NULL,
    workspace TEXT NOT NULL,
    ticket TEXT NOT NULL,
    person TEXT NOT NULL,
    room TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (home, name, workspace, ticket)
) STRICT;
CREATE INDEX received_files_person ON received_files (person, created_at);
CREATE INDEX received_files_ticket ON received_files (ticket, created_at);
