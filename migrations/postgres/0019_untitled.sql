-- What a chat is called is not kept with each message: it may be words of somebody who is erased.
UPDATE posts SET place = CAST(CAST(place AS jsonb) - 'title' AS TEXT) WHERE CAST(place AS jsonb) ->> 'title' IS NOT NULL;
UPDATE copies SET place = CAST(CAST(place AS jsonb) - 'title' AS TEXT) WHERE CAST(place AS jsonb) ->> 'title' IS NOT NULL;
