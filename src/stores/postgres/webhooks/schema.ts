/** Where somebody wants to be told, and what waits to be sent there, in the order in which it happened. */
const tables = `
ALTER TABLE webhooks
  ADD COLUMN agent text,
  ADD COLUMN agent_key text GENERATED ALWAYS AS (squad_name_key(agent)) STORED,
  ADD COLUMN failure text,
  ADD COLUMN failed_at timestamptz;
CREATE INDEX webhooks_newest ON webhooks (organisation_id, created_at DESC, id);

CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  place bigint GENERATED ALWAYS AS IDENTITY,
  organisation_id uuid NOT NULL,
  webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  event text NOT NULL,
  body text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX webhook_deliveries_in_order ON webhook_deliveries (webhook_id, place);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at);

CREATE INDEX idempotency_keys_oldest ON idempotency_keys (organisation_id, created_at);
`

/**
 * Written in the transaction of what happened. What was collected goes along once nothing more will come; until then it
 * would be sent over and over, and the answer itself says what is new.
 */
const announcing = `
CREATE FUNCTION squad_announce(p discussion_prompts, happened text, doer_key text, answer jsonb DEFAULT NULL)
RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO webhook_deliveries (id, organisation_id, webhook_id, event, body)
  SELECT told.delivery, p.organisation_id, told.webhook, happened,
    jsonb_build_object('id', told.delivery, 'event', happened, 'created_at', squad_time(squad_now()), 'prompt',
      squad_prompt_json(p)
      - CASE WHEN p.status IN ('pending', 'collecting') THEN ARRAY['collected_context'] ELSE ARRAY[]::text[] END)
    || CASE WHEN answer IS NULL THEN '{}' ELSE jsonb_build_object('chat', answer) END
  FROM (
    SELECT gen_random_uuid() AS delivery, w.id AS webhook FROM webhooks w
    WHERE w.organisation_id = p.organisation_id AND happened = ANY (w.events)
      AND (w.agent_key IS NULL OR (
        w.agent_key IS DISTINCT FROM doer_key
        AND (w.agent_key = p.requester_key OR p.mention_keys = '{}' OR w.agent_key = ANY (p.mention_keys))))
  ) AS told
$$;

CREATE FUNCTION discussion_prompt_announces() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM squad_announce(NEW, 'prompt.posted', NEW.requester_key);
    RETURN NULL;
  END IF;
  IF NEW.collected_context IS DISTINCT FROM OLD.collected_context THEN
    -- The organisation's counter is locked, so the newest answer is the one that was counted just now.
    PERFORM squad_announce(NEW, 'prompt.answered', c.agent_key, squad_chat_json(c)) FROM squad_chat c
    WHERE c.discussion_prompt_id = NEW.id AND c.message_type = 'discussion_response' ORDER BY c.seq DESC LIMIT 1;
  END IF;
  IF NEW.status <> OLD.status AND NEW.status NOT IN ('pending', 'collecting') THEN
    PERFORM squad_announce(NEW, 'prompt.' || NEW.status, NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER discussion_prompt_announces AFTER INSERT OR UPDATE OF status, collected_context ON discussion_prompts
FOR EACH ROW EXECUTE FUNCTION discussion_prompt_announces();
`

export const webhookSchema = [tables, announcing].join("\n")
