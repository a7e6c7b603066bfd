-- Which decisions are put to whom, and which wait until somebody has answered others: at most five stand before one person.
CREATE TABLE prompt_turns (
    workspace TEXT COLLATE "C" NOT NULL,
    ticket TEXT COLLATE "C" NOT NULL,
    decision TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL,
    open BIGINT NOT NULL,
    due BIGINT NOT NULL,
    asked_at BIGINT NOT NULL,
    PRIMARY KEY (ticket, decision, person)
);
CREATE INDEX prompt_turns_line ON prompt_turns (workspace, person, open, due, asked_at);
