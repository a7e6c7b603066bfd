-- What a chat is called is not kept with each message: it may be words of somebody who is erased.
UPDATE posts SET place = json_remove(place, '$.title') WHERE json_extract(place, '$.title') IS NOT NULL;
UPDATE copies SET place = json_remove(place, '$.title') WHERE json_extract(place, '$.title') IS NOT NULL;
