-- What thinking cost, by workspace, period (a day or a ticket) and person ("" for all together): tokens, money in millionths,
-- what is set aside for calls under way, tokens without a price, what people added to a budget, whether they were told that it
-- runs low. What is set aside for each call has a row of its own until the call is over.
CREATE TABLE spending (
    workspace TEXT COLLATE "C" NOT NULL,
    period TEXT COLLATE "C" NOT NULL,
    who TEXT COLLATE "C" NOT NULL,
    tokens BIGINT NOT NULL,
    money BIGINT NOT NULL,
    held_tokens BIGINT NOT NULL,
    held_money BIGINT NOT NULL,
    unpriced BIGINT NOT NULL,
    more_tokens BIGINT NOT NULL,
    more_money BIGINT NOT NULL,
    warned BIGINT NOT NULL,
    PRIMARY KEY (workspace, period, who)
);

CREATE TABLE holds (
    id TEXT COLLATE "C" PRIMARY KEY,
    workspace TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    body TEXT COLLATE "C" NOT NULL
);
