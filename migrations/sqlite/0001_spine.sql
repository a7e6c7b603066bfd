-- Times are microseconds since 1970 in UTC. "body" is the JSON of the value a row stands for; the other
-- columns are what is searched by. An enum is stored by its stable name.

CREATE TABLE inbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    platform TEXT NOT NULL,
    bot TEXT NOT NULL,
    event TEXT NOT NULL,
    body TEXT NOT NULL,
    seed BLOB NOT NULL,
    state TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'done', 'quarantined')),
    tries INTEGER NOT NULL DEFAULT 0,
    received_at INTEGER NOT NULL,
    decided_at INTEGER,
    fate TEXT,
    UNIQUE (platform, bot, event)
) STRICT;
CREATE INDEX inbox_new ON inbox (seq) WHERE state = 'new';
CREATE INDEX inbox_decided ON inbox (decided_at) WHERE decided_at IS NOT NULL;

-- Wrong codes, by account.
CREATE TABLE guesses (
    platform TEXT NOT NULL,
    account TEXT NOT NULL,
    wrong INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (platform, account)
) STRICT;

CREATE TABLE strangers (
    platform TEXT NOT NULL,
    account TEXT NOT NULL,
    told_at INTEGER NOT NULL,
    PRIMARY KEY (platform, account)
) STRICT;

-- "head" marks the oldest unfinished row of its lane, so that neither a long lane nor finished rows are
-- ever read to find what is to be done next. "slot" and "room" are filled for posts.
CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    lane TEXT NOT NULL,
    ticket TEXT,
    due_at INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'sending', 'done', 'failed', 'dropped', 'shelved')),
    head INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    unclear INTEGER NOT NULL DEFAULT 0,
    part INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    why TEXT,
    slot TEXT,
    room TEXT,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX outbox_ready ON outbox (due_at) WHERE head = 1 AND state = 'due';
CREATE INDEX outbox_lane ON outbox (lane, seq) WHERE state IN ('due', 'sending');
CREATE INDEX outbox_posts ON outbox (slot, room) WHERE slot IS NOT NULL AND state IN ('due', 'sending');
CREATE INDEX outbox_shelved ON outbox (room, seq) WHERE state = 'shelved';
CREATE INDEX outbox_sending ON outbox (seq) WHERE state = 'sending';

CREATE TABLE tickets (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    number INTEGER NOT NULL,
    requester TEXT NOT NULL,
    room TEXT NOT NULL,
    direct INTEGER NOT NULL,
    status TEXT NOT NULL,
    priority INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    decided_at INTEGER,
    folded INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (workspace, number)
) STRICT;
CREATE INDEX tickets_open ON tickets (priority, created_at) WHERE status NOT IN ('done', 'failed', 'cancelled');
CREATE INDEX tickets_urgent ON tickets (priority, created_at, number, status, workspace) WHERE folded = 0;
CREATE INDEX tickets_newest ON tickets (created_at, number, status, workspace) WHERE folded = 0;
CREATE INDEX tickets_status ON tickets (workspace, status) WHERE folded = 0;
CREATE INDEX tickets_requester ON tickets (requester, created_at);
CREATE INDEX tickets_room ON tickets (room, created_at);
CREATE INDEX tickets_changed ON tickets (updated_at);
CREATE INDEX tickets_decided ON tickets (decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX tickets_number ON tickets (number);

CREATE TABLE events (
    ticket TEXT NOT NULL,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (ticket, version)
) STRICT;

-- The tasks an agent is at, in open tickets only: rewritten with its ticket.
CREATE TABLE task_loads (
    ticket TEXT NOT NULL,
    task TEXT NOT NULL,
    agent TEXT NOT NULL,
    PRIMARY KEY (ticket, task)
) STRICT;

-- Who could do the tasks that wait for an agent: rewritten with their ticket, so that a free agent finds the next one
-- without looking at all that wait.
CREATE TABLE task_waits (
    agent TEXT NOT NULL,
    ticket TEXT NOT NULL,
    task TEXT NOT NULL,
    priority INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (ticket, task, agent)
) STRICT;
CREATE INDEX task_waits_turn ON task_waits (agent, priority, created_at, ticket);

CREATE TABLE counters (
    workspace TEXT NOT NULL,
    name TEXT NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (workspace, name)
) STRICT;

CREATE TABLE people (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    removed INTEGER NOT NULL DEFAULT 0,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX people_workspace ON people (workspace) WHERE removed = 0;

CREATE TABLE accounts (
    platform TEXT NOT NULL,
    account TEXT NOT NULL,
    person TEXT NOT NULL REFERENCES people (id),
    position INTEGER NOT NULL,
    PRIMARY KEY (platform, account)
) STRICT;
CREATE INDEX accounts_person ON accounts (person, position);

CREATE TABLE rooms (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    platform TEXT NOT NULL,
    bot TEXT NOT NULL,
    chat TEXT NOT NULL,
    thread TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('direct', 'group')),
    closed INTEGER NOT NULL,
    person TEXT,
    thread_ticket TEXT,
    thread_room TEXT,
    body TEXT NOT NULL,
    UNIQUE (platform, bot, chat, thread)
) STRICT;
CREATE INDEX rooms_workspace ON rooms (workspace);
CREATE INDEX rooms_person ON rooms (person) WHERE person IS NOT NULL;
CREATE INDEX rooms_thread ON rooms (thread_ticket, thread_room) WHERE thread_ticket IS NOT NULL;

CREATE TABLE settings (
    workspace TEXT PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;

CREATE TABLE codes (
    workspace TEXT NOT NULL,
    position INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (workspace, position)
) STRICT;

CREATE TABLE schedules (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    number INTEGER NOT NULL,
    owner TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX schedules_workspace ON schedules (workspace, number);
CREATE INDEX schedules_owner ON schedules (owner);

CREATE TABLE posts (
    slot TEXT NOT NULL,
    room TEXT NOT NULL,
    part INTEGER NOT NULL,
    platform TEXT NOT NULL,
    bot TEXT NOT NULL,
    chat TEXT NOT NULL,
    message TEXT NOT NULL,
    at INTEGER NOT NULL,
    place TEXT NOT NULL,
    PRIMARY KEY (slot, room, part)
) STRICT;
CREATE INDEX posts_message ON posts (platform, bot, chat, message);

-- Messages that stand a second time.
CREATE TABLE copies (
    platform TEXT NOT NULL,
    bot TEXT NOT NULL,
    chat TEXT NOT NULL,
    message TEXT NOT NULL,
    slot TEXT NOT NULL,
    room TEXT NOT NULL,
    part INTEGER NOT NULL,
    at INTEGER NOT NULL,
    place TEXT NOT NULL,
    PRIMARY KEY (platform, bot, chat, message)
) STRICT;
CREATE INDEX copies_slot ON copies (slot, room);

CREATE TABLE prompts (
    token TEXT PRIMARY KEY,
    rooms TEXT NOT NULL,
    actions TEXT NOT NULL,
    slot TEXT,
    bound_at INTEGER NOT NULL
) STRICT;

CREATE TABLE expects (
    room TEXT NOT NULL,
    person TEXT NOT NULL,
    action TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (room, person)
) STRICT;

CREATE TABLE steps (
    run TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run, seq)
) STRICT;

-- "key" is the title in lower case; "words" is title and text in lower case, for searching.
CREATE TABLE notes (
    workspace TEXT NOT NULL,
    key TEXT NOT NULL,
    title TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    text TEXT NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (workspace, key)
) STRICT;
CREATE INDEX notes_newest ON notes (workspace, updated_at);

CREATE TABLE note_appends (
    workspace TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (workspace, key)
) STRICT;

CREATE TABLE marks (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE web_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    seq INTEGER NOT NULL UNIQUE,
    key TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL
) STRICT;

-- What each agent finished, failed, and how its reports were rated.
CREATE TABLE agent_records (
    agent  TEXT PRIMARY KEY,
    done   INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    good   INTEGER NOT NULL,
    bad    INTEGER NOT NULL
) STRICT;
