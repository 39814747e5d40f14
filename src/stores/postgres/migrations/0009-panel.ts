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

ALTER TABLE agent_templates ADD COLUMN ai_model_config jsonb GENERATED ALWAYS AS (model_config) STORED;
`
