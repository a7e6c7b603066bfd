-- Messages that show tickets beside their own messages, with buttons that act on them: a list of decisions, a ticket or its
-- report shown again. They change with the tickets they show.
CREATE TABLE views (
    rowid BIGINT GENERATED ALWAYS AS IDENTITY,
    slot TEXT COLLATE "C" NOT NULL,
    room TEXT COLLATE "C" NOT NULL,
    ticket TEXT COLLATE "C" NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (slot, room, ticket)
);
CREATE INDEX views_ticket ON views (ticket);
