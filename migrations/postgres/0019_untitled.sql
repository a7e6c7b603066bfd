-- What a chat is called is not kept with each message: it may be words of somebody who is erased. As text, since these may hold
-- signs (\u0000) that jsonb refuses.
UPDATE posts SET place = regexp_replace(place, ',"title":"(?:[^"\\]|\\.)*"', '') WHERE place LIKE '%,"title":"%';
UPDATE copies SET place = regexp_replace(place, ',"title":"(?:[^"\\]|\\.)*"', '') WHERE place LIKE '%,"title":"%';
