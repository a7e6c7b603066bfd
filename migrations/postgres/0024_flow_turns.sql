-- The place of a run among the runs of its flow that events began, as long as it has one.
ALTER TABLE flow_runs ADD COLUMN turn BIGINT;
CREATE INDEX flow_runs_turn ON flow_runs (flow, turn, number) WHERE turn IS NOT NULL;
