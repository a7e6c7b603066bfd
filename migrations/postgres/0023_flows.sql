-- Flows: scripts that people agreed on. "body" is the flow as JSON; a deleted flow stays until its runs are forgotten. "runs"
-- counts its runs, so that no number is given twice.
CREATE TABLE flows (
    id TEXT COLLATE "C" PRIMARY KEY,
    workspace TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    owner TEXT COLLATE "C" NOT NULL,
    runs BIGINT NOT NULL DEFAULT 0,
    deleted_at BIGINT,
    body TEXT NOT NULL
);
CREATE UNIQUE INDEX flows_number ON flows (workspace, number);
CREATE INDEX flows_owner ON flows (owner);
CREATE INDEX flows_deleted ON flows (deleted_at) WHERE deleted_at IS NOT NULL;

-- Runs of flows, each with where it asks, who pays for it and who caused it, if somebody did. "ended_at" is empty as long as the
-- run goes on; "asks" is 1 while it waits for somebody's answer.
CREATE TABLE flow_runs (
    id TEXT COLLATE "C" PRIMARY KEY,
    flow TEXT COLLATE "C" NOT NULL,
    workspace TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    room TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL,
    caused_by TEXT COLLATE "C",
    ended_at BIGINT,
    asks BIGINT NOT NULL,
    body TEXT NOT NULL
);
CREATE UNIQUE INDEX flow_runs_number ON flow_runs (flow, number);
CREATE INDEX flow_runs_open ON flow_runs (id) WHERE ended_at IS NULL;
CREATE INDEX flow_runs_going ON flow_runs (flow, ended_at, number);
CREATE INDEX flow_runs_room ON flow_runs (room, id) WHERE asks = 1;
CREATE INDEX flow_runs_ended ON flow_runs (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX flow_runs_person ON flow_runs (person);
CREATE INDEX flow_runs_workspace ON flow_runs (workspace);

-- The journal of each run: one row for each call of its script. A row is written before the call and gets its answer once.
CREATE TABLE flow_steps (
    run TEXT COLLATE "C" NOT NULL,
    seq BIGINT NOT NULL,
    answered BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run, seq)
);

-- Rows that flows keep for a workspace. "name" is the table they are in, "seq" the order in which they came.
CREATE TABLE flow_rows (
    workspace TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    seq BIGINT NOT NULL,
    person TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (workspace, name, key)
);
CREATE UNIQUE INDEX flow_rows_order ON flow_rows (workspace, name, seq);
CREATE INDEX flow_rows_person ON flow_rows (person);
CREATE INDEX flow_rows_deleted ON flow_rows (name) WHERE name >= 'deleted/' AND name < 'deleted0';

-- What begins runs of flows besides people and the clock. "room" is where messages are waited for, of triggers that do. "body" is
-- the trigger as JSON, with the secret of a webhook in it.
CREATE TABLE flow_triggers (
    id TEXT COLLATE "C" PRIMARY KEY,
    workspace TEXT COLLATE "C" NOT NULL,
    flow TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    room TEXT COLLATE "C",
    body TEXT NOT NULL
);
CREATE INDEX flow_triggers_flow ON flow_triggers (flow);
CREATE INDEX flow_triggers_person ON flow_triggers (person);
CREATE INDEX flow_triggers_kind ON flow_triggers (kind, workspace);
CREATE INDEX flow_triggers_room ON flow_triggers (room) WHERE room IS NOT NULL;
