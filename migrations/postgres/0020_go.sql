-- Who agreed to a card is who gave its plan a go; where work waits for somebody's word, that was the last thing that happened. As
-- text, since words of people may hold signs (\u0000) that jsonb refuses.
UPDATE tickets
SET body = regexp_replace(body, '"agreed_by":("(?:[^"\\]|\\.)*")', '"go":{"option":null,"text":"Start","by":null,"name":\1,"platform":null,"at":"'
    || to_char(to_timestamp(updated_at / 1000000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '"}')
WHERE status = 'confirming' AND body LIKE '%"agreed_by":"%';
UPDATE tickets SET body = regexp_replace(body, '"agreed_by":"(?:[^"\\]|\\.)*",', '') WHERE body LIKE '%"agreed_by":"%';
