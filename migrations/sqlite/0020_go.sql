-- Who agreed to a card is who gave its plan a go; where work waits for somebody's word, that was the last thing that happened.
UPDATE tickets
SET body = json_set(body, '$.go', json_object(
    'option', NULL, 'text', 'Start', 'by', NULL, 'name', json_extract(body, '$.agreed_by'), 'platform', NULL,
    'at', strftime('%Y-%m-%dT%H:%M:%SZ', updated_at / 1000000, 'unixepoch')))
WHERE status = 'confirming' AND json_extract(body, '$.agreed_by') IS NOT NULL;
UPDATE tickets SET body = json_remove(body, '$.agreed_by') WHERE json_extract(body, '$.agreed_by') IS NOT NULL;
