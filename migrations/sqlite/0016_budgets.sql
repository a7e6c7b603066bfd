-- What thinking cost, by workspace, period (a day or a ticket) and person ("" for all together): tokens, money in millionths,
-- what is set aside for calls under way, tokens without a price, what people added to a budget, whether they were told that it
-- runs low. What is set aside for each call has a row of its own until the call is over.
CREATE TABLE spending (
    workspace TEXT NOT NULL,
    period TEXT NOT NULL,
    who TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    money INTEGER NOT NULL,
    held_tokens INTEGER NOT NULL,
    held_money INTEGER NOT NULL,
    unpriced INTEGER NOT NULL,
    more_tokens INTEGER NOT NULL,
    more_money INTEGER NOT NULL,
    warned INTEGER NOT NULL,
    PRIMARY KEY (workspace, period, who)
) STRICT;

CREATE TABLE holds (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
