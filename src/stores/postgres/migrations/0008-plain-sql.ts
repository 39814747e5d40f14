import { localOrganisationId } from "../../../ports/key-store.ts"

/** Whoever knows of no organisations writes for the local one. */
const defaults = `
DO $$
DECLARE
  own text;
BEGIN
  FOR own IN SELECT table_name FROM information_schema.columns
             WHERE table_schema = 'public' AND column_name = 'organisation_id' LOOP
    EXECUTE format('ALTER TABLE %I ALTER COLUMN organisation_id SET DEFAULT %L', own, '${localOrganisationId}');
  END LOOP;
END $$;
`

/** Where one statement brings several answers, the first to be counted counts them all; the others have nothing to add. */
const counting = `
CREATE OR REPLACE FUNCTION squad_chat_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE discussion_prompts p
  SET collected_context = counted.context,
      status = CASE WHEN counted.agents >= p.required_responses THEN 'resolved' ELSE 'collecting' END
  FROM (
    SELECT count(*) AS agents,
           jsonb_agg(jsonb_build_object('agent', agent_name, 'message', message, 'created_at', squad_time(created_at))
                     ORDER BY first_seq) AS context
    FROM (
      SELECT DISTINCT ON (c.agent_key) c.agent_name, c.message, c.created_at,
             min(c.seq) OVER (PARTITION BY c.agent_key) AS first_seq
      FROM squad_chat c JOIN discussion_prompts asked ON asked.id = c.discussion_prompt_id
      WHERE c.discussion_prompt_id = NEW.discussion_prompt_id AND c.message_type = 'discussion_response'
        AND c.agent_key <> asked.requester_key
      ORDER BY c.agent_key, c.seq DESC
    ) AS latest
  ) AS counted
  WHERE p.id = NEW.discussion_prompt_id AND counted.agents > 0 AND p.status IN ('pending', 'collecting');
  RETURN NULL;
END $$;
`

/** A prompt collects from when it is in the chat. */
const collecting = `
CREATE FUNCTION squad_chat_asks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE discussion_prompts SET status = 'collecting', squad_chat_id = coalesce(squad_chat_id, NEW.id)
  WHERE id = NEW.discussion_prompt_id AND status = 'pending';
  RETURN NULL;
END $$;
CREATE TRIGGER squad_chat_asks AFTER INSERT ON squad_chat
FOR EACH ROW WHEN (NEW.message_type = 'discussion_prompt') EXECUTE FUNCTION squad_chat_asks();
UPDATE discussion_prompts SET status = 'collecting' WHERE status = 'pending' AND squad_chat_id IS NOT NULL;
`

export const plainSql = [defaults, counting, collecting].join("\n")
