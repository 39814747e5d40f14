import { sqlMinutesAfter, sqlNow, sqlShown } from "../time.ts"

const spaces = [9, 10, 11, 12, 13].map((code) => `char(${code})`)

/**
 * What makes names the same: case, spaces around them, and how many stand between. In a process of ours `lower` also
 * makes Unicode forms the same; in another program it knows ASCII alone.
 */
export const nameKey = (name: string) => {
  const plain = spaces.reduce((text, space) => `replace(${text}, ${space}, ' ')`, `lower(${name})`)
  return `trim(replace(replace(replace(${plain}, ' ', ' ' || char(1)), char(1) || ' ', ''), char(1), ''))`
}

export const isOpen = (prompt: string) => `${prompt}.status IN ('pending', 'collecting')`
const endOf = (prompt: string) => sqlMinutesAfter(`${prompt}.created_at`, `${prompt}.timeout_minutes`)
export const isExpired = (prompt: string) => `(${isOpen(prompt)} AND ${endOf(prompt)} <= ${sqlNow})`

export const closed = ["resolved", "timed_out", "cancelled"]
export const refuse = (status: string, found: string) =>
  `SELECT RAISE(ABORT, 'the prompt is ${status}') WHERE ${found};`

/** Numbers messages and changes of prompts in the order of commits: one transaction writes at a time. */
const nextSeq = `
  INSERT INTO squad_counters (organisation_id, seq) VALUES (NEW.organisation_id, 1)
  ON CONFLICT (organisation_id) DO UPDATE SET seq = seq + 1;`
const seq = "(SELECT seq FROM squad_counters WHERE organisation_id = NEW.organisation_id)"

export const promptJson = `json_object(
  'id', p.id, 'task_id', p.task_id, 'requester_agent', p.requester_agent, 'prompt_message', p.prompt_message,
  'required_responses', p.required_responses, 'timeout_minutes', p.timeout_minutes, 'status', p.status,
  'collected_context', json(p.collected_context), 'squad_chat_id', p.squad_chat_id, 'mentions', json(p.mentions),
  'resolved_at', ${sqlShown("p.resolved_at")}, 'created_at', ${sqlShown("p.created_at")},
  'expires_at', ${sqlShown(endOf("p"))}, 'seq', p.seq)`
/** What was collected is told once nothing more will come; until then it would be sent over and over. */
const toldPrompt = `CASE WHEN ${isOpen("p")} THEN json_remove(${promptJson}, '$.collected_context') ELSE ${promptJson} END`
export const chatJson = `json_object(
  'id', c.id, 'seq', c.seq, 'agent_name', c.agent_name, 'message', c.message, 'is_human', json(iif(c.is_human, 'true', 'false')),
  'task_ref', c.task_ref, 'discussion_prompt_id', c.discussion_prompt_id, 'message_type', c.message_type,
  'model_id', c.model_id, 'created_at', ${sqlShown("c.created_at")})`

interface Announcement {
  readonly event: string
  /** The key of whoever did it, who is not told. */
  readonly doer: string
  readonly when?: string
  readonly answer?: string
}

/** Written in the transaction of what happened. */
const announce = ({ event, doer, when = "1", answer = "" }: Announcement) => `
  INSERT INTO webhook_deliveries (organisation_id, webhook_id, event, body)
  SELECT p.organisation_id, w.id, ${event}, json_object('event', ${event}, 'created_at', ${sqlShown("'now'")},
    'prompt', json(${toldPrompt})${answer && `, 'chat', ${chatJson}`})
  FROM discussion_prompts p JOIN webhooks w ON w.organisation_id = p.organisation_id ${answer}
  WHERE p.id = NEW.id AND ${when} AND EXISTS (SELECT 1 FROM json_each(w.events) e WHERE e.value = ${event})
    AND (w.agent_key IS NULL OR (w.agent_key IS NOT ${doer} AND (
      w.agent_key = p.requester_key OR p.mention_keys = '[]'
      OR EXISTS (SELECT 1 FROM json_each(p.mention_keys) m WHERE m.value = w.agent_key))))
  ORDER BY w.rowid;`

const newestAnswer = `JOIN squad_chat c ON c.organisation_id = p.organisation_id AND c.seq = (
    SELECT max(seq) FROM squad_chat a WHERE a.discussion_prompt_id = p.id AND a.message_type = 'discussion_response')`

const prompts = `
CREATE TRIGGER discussion_prompt_opens AFTER INSERT ON discussion_prompts BEGIN ${nextSeq}
  UPDATE discussion_prompts SET seq = ${seq}, requester_key = ${nameKey("NEW.requester_agent")},
    mention_keys = (SELECT json_group_array(DISTINCT ${nameKey("m.value")}) FROM json_each(NEW.mentions) m
                    WHERE ${nameKey("m.value")} <> ${nameKey("NEW.requester_agent")})
  WHERE id = NEW.id;${announce({ event: "'prompt.posted'", doer: "p.requester_key" })}
END;

CREATE TRIGGER discussion_prompt_stays_closed BEFORE UPDATE OF status, collected_context ON discussion_prompts BEGIN
  ${closed.map((status) => refuse(status, `OLD.status = '${status}'`)).join("\n  ")}
END;

CREATE TRIGGER discussion_prompt_changes AFTER UPDATE OF status, collected_context ON discussion_prompts BEGIN ${nextSeq}
  UPDATE discussion_prompts SET seq = ${seq},
    resolved_at = CASE WHEN ${isOpen("NEW")} THEN NULL WHEN NEW.status = 'timed_out' THEN ${endOf("NEW")} ELSE ${sqlNow} END
  WHERE id = NEW.id;${announce({
    event: "'prompt.answered'",
    doer: "c.agent_key",
    when: "NEW.collected_context <> OLD.collected_context",
    answer: newestAnswer,
  })}${announce({
    event: "'prompt.' || NEW.status",
    doer: "NULL",
    when: `NEW.status <> OLD.status AND NOT ${isOpen("NEW")}`,
  })}
END;
`

/** Counts each agent but the asker once, under its latest words, in the order in which they first answered. */
const counted = `
  FROM (SELECT min(seq) AS first_seq, max(seq) AS last_seq FROM squad_chat
        WHERE discussion_prompt_id = NEW.discussion_prompt_id AND message_type = 'discussion_response'
          AND agent_key <> (SELECT requester_key FROM discussion_prompts WHERE id = NEW.discussion_prompt_id)
        GROUP BY agent_key ORDER BY first_seq) AS agent`

const prompt = (condition: string) =>
  `EXISTS (SELECT 1 FROM discussion_prompts p WHERE p.id = NEW.discussion_prompt_id AND ${condition})`

export const answersEnter = (isClosed: (status: string) => string) => `
CREATE TRIGGER squad_chat_enters BEFORE INSERT ON squad_chat WHEN NEW.message_type = 'discussion_response' BEGIN
  SELECT RAISE(ABORT, 'there is no such prompt') WHERE NOT ${prompt("1")};
  ${refuse("timed_out", prompt(isExpired("p")))}
  ${closed.map((status) => refuse(status, prompt(isClosed(status)))).join("\n  ")}
END;
`

const answers = `${answersEnter((status) => `p.status = '${status}'`)}
CREATE TRIGGER squad_chat_counts AFTER INSERT ON squad_chat BEGIN ${nextSeq}
  UPDATE squad_chat SET seq = ${seq}, agent_key = ${nameKey("NEW.agent_name")} WHERE id = NEW.id;
  UPDATE discussion_prompts SET
    status = iif((SELECT count(*) ${counted}) >= required_responses, 'resolved', 'collecting'),
    collected_context = (
      SELECT json_group_array(json_object('agent', c.agent_name, 'message', c.message,
                                          'created_at', ${sqlShown("c.created_at")}))
      ${counted} JOIN squad_chat c ON c.organisation_id = NEW.organisation_id AND c.seq = agent.last_seq)
  WHERE id = NEW.discussion_prompt_id AND NEW.message_type = 'discussion_response'
    AND ${nameKey("NEW.agent_name")} <> requester_key;
END;
`

const webhooks = `
CREATE TRIGGER webhook_agent AFTER INSERT ON webhooks WHEN NEW.agent IS NOT NULL BEGIN
  UPDATE webhooks SET agent_key = ${nameKey("NEW.agent")} WHERE id = NEW.id;
END;

CREATE TRIGGER webhook_delivery_id AFTER INSERT ON webhook_deliveries BEGIN
  UPDATE webhook_deliveries SET body = json_set(NEW.body, '$.id', NEW.id) WHERE place = NEW.place;
END;
`

export const squadTriggers = [prompts, answers, webhooks].join("\n")
