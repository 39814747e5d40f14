import { organisation, organisationId } from "./columns.ts"

/** Names are equal if they differ only in case, in Unicode form, or in the amount of white space. */
const names = `
DO $do$
DECLARE
  -- lower() folds only ASCII in some locales; this collation, in PostgreSQL 17 and later, folds all letters.
  folding text := CASE WHEN EXISTS (SELECT FROM pg_collation WHERE collname = 'pg_c_utf8')
                  THEN 'COLLATE pg_catalog.pg_c_utf8' ELSE '' END;
BEGIN
  EXECUTE format($sql$
    CREATE FUNCTION squad_name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower(btrim(regexp_replace(normalize(name, NFKC), '[[:space:]]+', ' ', 'g')) %s)
  $sql$, folding);
END $do$;

CREATE FUNCTION squad_now() RETURNS timestamptz LANGUAGE sql VOLATILE
RETURN date_trunc('milliseconds', clock_timestamp());
`

const tables = `
CREATE TABLE discussion_prompts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  ${organisation},
  task_id text,
  requester_agent text NOT NULL,
  prompt_message text NOT NULL,
  required_responses integer NOT NULL DEFAULT 2 CHECK (required_responses > 0),
  timeout_minutes double precision NOT NULL DEFAULT 30 CHECK (timeout_minutes > 0),
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'collecting', 'resolved', 'timed_out', 'cancelled')),
  collected_context jsonb NOT NULL DEFAULT '[]',
  squad_chat_id uuid,
  resolved_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT squad_now(),
  mentions text[] NOT NULL DEFAULT '{}',
  mention_keys text[] NOT NULL DEFAULT '{}',
  requester_key text NOT NULL GENERATED ALWAYS AS (squad_name_key(requester_agent)) STORED,
  seq bigint NOT NULL
);
CREATE UNIQUE INDEX discussion_prompts_seq ON discussion_prompts (organisation_id, seq);
CREATE INDEX discussion_prompts_newest ON discussion_prompts (organisation_id, created_at DESC, id);
CREATE INDEX discussion_prompts_open ON discussion_prompts (organisation_id) WHERE status IN ('pending', 'collecting');

CREATE TABLE squad_chat (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  ${organisation},
  agent_name text NOT NULL,
  message text NOT NULL,
  is_human boolean NOT NULL DEFAULT false,
  task_ref text,
  discussion_prompt_id uuid REFERENCES discussion_prompts ON DELETE CASCADE,
  message_type text NOT NULL DEFAULT 'message'
    CHECK (message_type IN ('message', 'discussion_prompt', 'discussion_response', 'system')),
  created_at timestamptz NOT NULL DEFAULT squad_now(),
  agent_key text NOT NULL GENERATED ALWAYS AS (squad_name_key(agent_name)) STORED,
  idempotency_key text,
  model_id text,
  seq bigint NOT NULL
);
CREATE UNIQUE INDEX squad_chat_seq ON squad_chat (organisation_id, seq);
CREATE INDEX squad_chat_of_task ON squad_chat (organisation_id, task_ref, seq) WHERE task_ref IS NOT NULL;
CREATE INDEX squad_chat_of_prompt ON squad_chat (discussion_prompt_id, seq) WHERE discussion_prompt_id IS NOT NULL;
CREATE UNIQUE INDEX squad_chat_once ON squad_chat (discussion_prompt_id, agent_key, idempotency_key)
  WHERE idempotency_key IS NOT NULL;

CREATE TABLE squad_counters (
  ${organisationId} PRIMARY KEY REFERENCES organisations,
  seq bigint NOT NULL
);
`

export const squadTables = [names, tables].join("\n")
