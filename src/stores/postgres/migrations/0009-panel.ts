/** A panel's state from when its project is there; how many rounds it has; an agent's configuration by its other name. */
export const panelTables = `
ALTER TABLE projects ADD COLUMN rounds integer CHECK (rounds > 0);

ALTER TABLE discussion_state
  ALTER COLUMN discussion_id DROP NOT NULL,
  ALTER COLUMN current_turn_index SET DEFAULT 0,
  ALTER COLUMN current_round SET DEFAULT 1,
  ALTER COLUMN status SET DEFAULT 'active',
  ALTER COLUMN created_at SET DEFAULT now(),
  ALTER COLUMN updated_at SET DEFAULT now();
INSERT INTO discussion_state (organisation_id, project_id, created_at)
SELECT organisation_id, id, created_at FROM projects ON CONFLICT DO NOTHING;

CREATE OR REPLACE FUNCTION store_discussion_state(organisation uuid, discussion uuid, now_is discussion_now)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO discussion_state AS shown (organisation_id, project_id, discussion_id, current_turn_index, current_round,
                                         status, created_at, updated_at)
  VALUES (organisation, now_is.project_id, discussion, now_is.turn_index, now_is.round,
          CASE WHEN now_is.status IN ('completed', 'failed', 'aborted') THEN 'completed'
               WHEN now_is.status = 'paused' THEN 'paused' ELSE 'active' END,
          now_is.created_at, now_is.updated_at)
  ON CONFLICT (project_id) DO UPDATE SET
    discussion_id = EXCLUDED.discussion_id, current_turn_index = EXCLUDED.current_turn_index,
    current_round = EXCLUDED.current_round, status = EXCLUDED.status, created_at = EXCLUDED.created_at,
    updated_at = EXCLUDED.updated_at
  WHERE shown.discussion_id IS NULL OR shown.discussion_id = EXCLUDED.discussion_id
    OR shown.created_at <= EXCLUDED.created_at;
END $$;

ALTER TABLE agent_templates ADD COLUMN ai_model_config jsonb GENERATED ALWAYS AS (model_config) STORED;
`
