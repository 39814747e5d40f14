import { squadChannel } from "../squad/functions.ts"

/**
 * Webhooks of discussions, written in the transaction of what happened. What a fork took over from its parent has been
 * told there. Of a webhook for one agent only that the seat of this name is waited for.
 */
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

export const webhooksOfDiscussions = [announcing, triggers].join("\n")
