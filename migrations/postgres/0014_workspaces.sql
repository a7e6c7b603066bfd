-- Several workspaces in one bot: an account is one member in each, a direct chat is one room for each, and what agents did
-- counts in the workspace they did it for.
CREATE TABLE accounts_by_workspace (
    workspace TEXT COLLATE "C" NOT NULL,
    platform TEXT COLLATE "C" NOT NULL,
    account TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL REFERENCES people (id),
    position BIGINT NOT NULL,
    PRIMARY KEY (platform, account, workspace)
);
INSERT INTO accounts_by_workspace (workspace, platform, account, person, position)
SELECT p.workspace, a.platform, a.account, a.person, a.position FROM accounts AS a JOIN people AS p ON p.id = a.person;
DROP TABLE accounts;
ALTER TABLE accounts_by_workspace RENAME TO accounts;
CREATE INDEX accounts_person ON accounts (person, position);

-- "active" marks the room of a chat that words belong to which name no other.
CREATE TABLE rooms_by_workspace (
    id TEXT COLLATE "C" PRIMARY KEY,
    workspace TEXT COLLATE "C" NOT NULL,
    platform TEXT COLLATE "C" NOT NULL,
    bot TEXT COLLATE "C" NOT NULL,
    chat TEXT COLLATE "C" NOT NULL,
    thread TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('direct', 'group')),
    closed BIGINT NOT NULL,
    active BIGINT NOT NULL DEFAULT 1,
    person TEXT COLLATE "C",
    thread_ticket TEXT COLLATE "C",
    thread_room TEXT COLLATE "C",
    body TEXT NOT NULL,
    UNIQUE (platform, bot, chat, thread, workspace)
);
INSERT INTO rooms_by_workspace
    (id, workspace, platform, bot, chat, thread, kind, closed, person, thread_ticket, thread_room, body)
SELECT id, workspace, platform, bot, chat, thread, kind, closed, person, thread_ticket, thread_room, body FROM rooms;
DROP TABLE rooms;
ALTER TABLE rooms_by_workspace RENAME TO rooms;
CREATE INDEX rooms_workspace ON rooms (workspace);
CREATE INDEX rooms_person ON rooms (person) WHERE person IS NOT NULL;
CREATE INDEX rooms_thread ON rooms (thread_ticket, thread_room) WHERE thread_ticket IS NOT NULL;

CREATE TABLE records_by_workspace (
    workspace TEXT COLLATE "C" NOT NULL,
    agent TEXT COLLATE "C" NOT NULL,
    done BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    good BIGINT NOT NULL,
    bad BIGINT NOT NULL,
    PRIMARY KEY (workspace, agent)
);
INSERT INTO records_by_workspace (workspace, agent, done, failed, good, bad)
SELECT 'main', agent, done, failed, good, bad FROM agent_records;
DROP TABLE agent_records;
ALTER TABLE records_by_workspace RENAME TO agent_records;
