import { sqlShown } from "../time.ts"
import { nameKey } from "./squad.ts"

const rows = `
CREATE TRIGGER webhook_agent AFTER INSERT ON webhooks WHEN NEW.agent IS NOT NULL BEGIN
  UPDATE webhooks SET agent_key = ${nameKey("NEW.agent")} WHERE id = NEW.id;
END;
CREATE TRIGGER webhook_delivery_id AFTER INSERT ON webhook_deliveries BEGIN
  UPDATE webhook_deliveries SET body = json_set(NEW.body, '$.id', NEW.id) WHERE place = NEW.place;
END;
`

/** Queues deliveries about a discussion. A webhook of one agent receives only the events that await its seat. */
const announce = (event: string, discussion: string, seat?: { json: string; name: string }) => `
  INSERT INTO webhook_deliveries (organisation_id, webhook_id, event, body)
  SELECT d.organisation_id, w.id, ${event}, json_patch('{}', json_object(
    'event', ${event}, 'created_at', ${sqlShown("'now'")}${seat ? `, 'seat', ${seat.json}` : ""},
    'discussion', json_object('id', d.id, 'format', d.format, 'topic', d.topic, 'status', d.status, 'round', d.round,
      'stoppingReason', d.stopping_reason, 'agreed', json(iif(d.agreed, 'true', iif(d.agreed IS NULL, 'null', 'false'))),
      'solution', d.solution)))
  FROM discussions d JOIN webhooks w ON w.organisation_id = d.organisation_id
  WHERE d.id = ${discussion} AND EXISTS (SELECT 1 FROM json_each(w.events) e WHERE e.value = ${event})
    AND (w.agent_key IS NULL${seat ? ` OR w.agent_key = ${nameKey(seat.name)}` : ""})
  ORDER BY w.rowid;`

const field = (name: string) => `json_extract(NEW.payload, '$.${name}')`
const until = `strftime('%Y-%m-%dT%H:%M:%fZ', ${field("until")} / 1000.0, 'unixepoch')`
const seatJson = `json_object('id', ${field("seat")}, 'name', ${field("name")}, 'purpose', ${field("purpose")},
  'question', ${field("question")}, 'form', ${field("form")}, 'options', json(NEW.payload -> '$.options'), 'until', ${until})`

/** False for events that a fork copied from its parent, which were announced there. */
const isOwn = `NEW.seq > coalesce((
  SELECT json_extract(payload, '$.table.parent.seq') FROM discussion_events
  WHERE discussion_id = NEW.discussion_id AND seq = 1 AND json_extract(payload, '$.table.parent.kind') = 'fork'), 0)`

const announcements = `
CREATE TRIGGER discussion_seat_announces AFTER INSERT ON discussion_events
WHEN NEW.type = 'awaiting_input' AND ${isOwn} BEGIN
  ${announce("'seat.awaited'", "NEW.discussion_id", { json: seatJson, name: field("name") })}
END;

CREATE TRIGGER discussion_end_announces AFTER INSERT ON discussion_events
WHEN NEW.type IN ('discussion_completed', 'discussion_error', 'discussion_aborted') AND ${isOwn} BEGIN
  ${announce("iif(NEW.type = 'discussion_error', 'discussion.failed', replace(NEW.type, '_', '.'))", "NEW.discussion_id")}
END;

CREATE TRIGGER discussion_waiting_announces AFTER UPDATE OF status ON discussions
WHEN NEW.status = 'waiting' AND OLD.status <> 'waiting' BEGIN
  ${announce("'discussion.waiting'", "NEW.id")}
END;
`

export const webhookTriggers = [rows, announcements].join("\n")
