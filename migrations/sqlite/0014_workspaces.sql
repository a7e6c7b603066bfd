-- Several workspaces in one bot: an account is one member in each, a direct chat is one room for each, and what agents did
-- counts in the workspace they did it for.
CREATE TABLE accounts_by_workspace (
    workspace TEXT NOT NULL,
    platform TEXT NOT NULL,
    account TEXT NOT NULL,
    person TEXT NOT NULL REFERENCES people (id),
    position INTEGER NOT NULL,
    PRIMARY KEY (platform, account, workspace)
) STRICT;
INSERT INTO accounts_by_workspace (workspace, platform, account, person, position)
SELECT p.workspace, a.platform, a.account, a.person, a.position FROM accounts AS a JOIN people AS p ON p.id = a.person;
DROP TABLE accounts;
ALTER TABLE accounts_by_workspace RENAME TO accounts;
CREATE INDEX accounts_person ON accounts (person, position);

-- "active" marks the room of a chat that words belong to which name no other.
CREATE TABLE rooms_by_workspace (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    platform TEXT NOT NULL,
    bot TEXT NOT NULL,
    chat TEXT NOT NULL,
    thread TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('direct', 'group')),
    closed INTEGER NOT NULL,
    active INTEGER NOT NULL DEFAULT 1,
    person TEXT,
    thread_ticket TEXT,
    thread_room TEXT,
    body TEXT NOT NULL,
    UNIQUE (platform, bot, chat, thread, workspace)
) STRICT;
INSERT INTO rooms_by_workspace
    (id, workspace, platform, bot, chat, thread, kind, closed, person, thread_ticket, thread_room, body)
SELECT id, workspace, platform, bot, chat, thread, kind, closed, person, thread_ticket, thread_room, body FROM rooms;
DROP TABLE rooms;
ALTER TABLE rooms_by_workspace RENAME TO rooms;
CREATE INDEX rooms_workspace ON rooms (workspace);
CREATE INDEX rooms_person ON rooms (person) WHERE person IS NOT NULL;
CREATE INDEX rooms_thread ON rooms (thread_ticket, thread_room) WHERE thread_ticket IS NOT NULL;

CREATE TABLE records_by_workspace (
    workspace TEXT NOT NULL,
    agent TEXT NOT NULL,
    done INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    good INTEGER NOT NULL,
    bad INTEGER NOT NULL,
    PRIMARY KEY (workspace, agent)
) STRICT;
INSERT INTO records_by_workspace (workspace, agent, done, failed, good, bad)
SELECT 'main', agent, done, failed, good, bad FROM agent_records;
DROP TABLE agent_records;
ALTER TABLE records_by_workspace RENAME TO agent_records;
