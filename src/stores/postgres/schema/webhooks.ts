import { squadChannel } from "./squad-functions.ts"

/**
 * Deliveries are queued in the transaction of the change itself. Those of an open prompt leave out the collected
 * answers, or each would repeat all earlier ones.
 */
const squad = `
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

/** A webhook of one agent receives only the events that await its seat. */
const announcing = `
CREATE FUNCTION discussion_announce(d discussions, happened text, seat jsonb DEFAULT NULL)
RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  INSERT INTO webhook_deliveries (id, organisation_id, webhook_id, event, body)
  SELECT told.delivery, d.organisation_id, told.webhook, happened,
    jsonb_strip_nulls(jsonb_build_object('id', told.delivery, 'event', happened,
      'created_at', squad_time(clock_timestamp()), 'seat', seat, 'discussion', jsonb_build_object(
        'id', d.id, 'format', d.format, 'topic', d.topic, 'status', d.status, 'round', d.round,
        'stoppingReason', d.stopping_reason, 'agreed', d.agreed, 'solution', d.solution)))
  FROM (
    SELECT gen_random_uuid() AS delivery, w.id AS webhook FROM webhooks w
    WHERE w.organisation_id = d.organisation_id AND happened = ANY (w.events)
      AND (w.agent_key IS NULL OR w.agent_key = squad_name_key(seat ->> 'name'))
  ) AS told;
  IF FOUND THEN
    PERFORM pg_notify('${squadChannel}', d.organisation_id::text);
  END IF;
END $$;
`

/** Events that a fork copied from its parent were announced there. */
const triggers = `
CREATE FUNCTION discussion_event_announces() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  copied integer := (
    SELECT (payload #>> '{table,parent,seq}')::integer FROM discussion_events
    WHERE discussion_id = NEW.discussion_id AND seq = 1 AND payload #>> '{table,parent,kind}' = 'fork');
  told jsonb := NEW.payload::jsonb;
BEGIN
  IF NEW.seq <= copied THEN
    RETURN NULL;
  END IF;
  PERFORM discussion_announce(d,
    CASE NEW.type WHEN 'awaiting_input' THEN 'seat.awaited' WHEN 'discussion_error' THEN 'discussion.failed'
      ELSE replace(NEW.type, '_', '.') END,
    CASE NEW.type WHEN 'awaiting_input' THEN jsonb_build_object('id', told -> 'seat', 'name', told -> 'name',
      'purpose', told -> 'purpose', 'question', told -> 'question', 'form', told -> 'form', 'options', told -> 'options',
      'until', squad_time(to_timestamp((told ->> 'until')::double precision / 1000))) END)
  FROM discussions d WHERE d.id = NEW.discussion_id;
  RETURN NULL;
END $$;
CREATE TRIGGER discussion_event_announces AFTER INSERT ON discussion_events FOR EACH ROW
WHEN (NEW.type IN ('awaiting_input', 'discussion_completed', 'discussion_error', 'discussion_aborted'))
EXECUTE FUNCTION discussion_event_announces();

CREATE FUNCTION discussion_waiting_announces() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM discussion_announce(NEW, 'discussion.waiting');
  RETURN NULL;
END $$;
CREATE TRIGGER discussion_waiting_announces AFTER UPDATE OF status ON discussions FOR EACH ROW
WHEN (NEW.status = 'waiting' AND OLD.status <> 'waiting') EXECUTE FUNCTION discussion_waiting_announces();
`

export const webhookFunctions = [squad, announcing, triggers].join("\n")
