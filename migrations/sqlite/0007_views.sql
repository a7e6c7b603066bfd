-- Messages that show tickets beside their own messages, with buttons that act on them: a list of decisions, a ticket or its
-- report shown again. They change with the tickets they show.
CREATE TABLE views (
    slot TEXT NOT NULL,
    room TEXT NOT NULL,
    ticket TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (slot, room, ticket)
) STRICT;
CREATE INDEX views_ticket ON views (ticket);
