-- The newest buttons of a room, for bare words ("yes", "undo").
CREATE INDEX prompts_newest ON prompts (bound_at);
