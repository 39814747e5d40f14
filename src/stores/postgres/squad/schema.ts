/** What running a squad needs beyond the columns that its two tables are known by. */
export const squadColumns = `
ALTER TABLE discussion_prompts
  ALTER COLUMN created_at SET DEFAULT squad_now(),
  ADD COLUMN mentions text[] NOT NULL DEFAULT '{}',
  ADD COLUMN mention_keys text[] NOT NULL DEFAULT '{}',
  ADD COLUMN requester_key text NOT NULL GENERATED ALWAYS AS (squad_name_key(requester_agent)) STORED,
  ADD COLUMN seq bigint NOT NULL;
CREATE UNIQUE INDEX discussion_prompts_seq ON discussion_prompts (organisation_id, seq);
CREATE INDEX discussion_prompts_newest ON discussion_prompts (organisation_id, created_at DESC, id);
CREATE INDEX discussion_prompts_open ON discussion_prompts (organisation_id) WHERE status IN ('pending', 'collecting');

ALTER TABLE squad_chat
  ALTER COLUMN created_at SET DEFAULT squad_now(),
  ADD COLUMN agent_key text NOT NULL GENERATED ALWAYS AS (squad_name_key(agent_name)) STORED,
  ADD COLUMN idempotency_key text,
  ADD COLUMN model_id text,
  ADD COLUMN seq bigint NOT NULL;
CREATE UNIQUE INDEX squad_chat_seq ON squad_chat (organisation_id, seq);
CREATE INDEX squad_chat_of_task ON squad_chat (organisation_id, task_ref, seq) WHERE task_ref IS NOT NULL;
CREATE INDEX squad_chat_of_prompt ON squad_chat (discussion_prompt_id, seq) WHERE discussion_prompt_id IS NOT NULL;
CREATE UNIQUE INDEX squad_chat_once ON squad_chat (discussion_prompt_id, agent_key, idempotency_key)
  WHERE idempotency_key IS NOT NULL;

CREATE TABLE squad_counters (
  organisation_id uuid PRIMARY KEY REFERENCES organisations,
  seq bigint NOT NULL
);
`
