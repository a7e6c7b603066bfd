-- Which decisions are put to whom, and which wait until somebody has answered others: at most five stand before one person.
CREATE TABLE prompt_turns (
    workspace TEXT NOT NULL,
    ticket TEXT NOT NULL,
    decision TEXT NOT NULL,
    person TEXT NOT NULL,
    open INTEGER NOT NULL,
    due INTEGER NOT NULL,
    asked_at INTEGER NOT NULL,
    PRIMARY KEY (ticket, decision, person)
) STRICT;
CREATE INDEX prompt_turns_line ON prompt_turns (workspace, person, open, due, asked_at);
