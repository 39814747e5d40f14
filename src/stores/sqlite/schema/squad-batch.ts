import { sqlNow } from "../time.ts"
import { answersEnter, closed, refuse } from "./squad-triggers.ts"

/**
 * Where one statement brings more answers than are needed, all of them count, as on PostgreSQL. SQLite has no triggers
 * for whole statements, but its clock stands still within one: an answer of the moment that resolved the prompt is of
 * the same statement, or came in the same millisecond.
 */
const isThisMoment = (prompt: string) => `(${prompt}.status = 'resolved' AND ${prompt}.resolved_at = ${sqlNow})`

export const squadBatch = `
DROP TRIGGER discussion_prompt_stays_closed;
CREATE TRIGGER discussion_prompt_stays_closed BEFORE UPDATE OF status, collected_context ON discussion_prompts BEGIN
  ${closed.map((status) => refuse(status, `OLD.status = '${status}' AND NOT (NEW.status = OLD.status AND ${isThisMoment("OLD")})`)).join("\n  ")}
END;

DROP TRIGGER squad_chat_enters;
${answersEnter((status) => `p.status = '${status}' AND NOT ${isThisMoment("p")}`)}
`
