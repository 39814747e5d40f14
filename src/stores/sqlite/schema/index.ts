import { localOrganisationId } from "../../../ports/key-store.ts"
import { sqlNow } from "../time.ts"
import { cheaperTurns, discussionWebhooks, history } from "./discussion-changes.ts"
import { answersEnter, closed, refuse, squadTriggers } from "./squad-triggers.ts"
import { newId, tables } from "./tables.ts"

/** A key may be for one seat of one discussion. */
const seatKeys = `
ALTER TABLE api_keys ADD COLUMN discussion_id TEXT;
ALTER TABLE api_keys ADD COLUMN seat TEXT;
`

/** Steps of discussions that held up their process: what is left here when the process is gone is why it is gone. */
const suspectRuns = `
CREATE TABLE running_suspects (
  id INTEGER PRIMARY KEY AUTOINCREMENT, discussion_id TEXT NOT NULL, held_ms INTEGER NOT NULL DEFAULT 0, at TEXT NOT NULL
) STRICT;
CREATE INDEX running_suspects_of_discussion ON running_suspects (discussion_id);
`

/**
 * Whoever knows of no organisations writes for the local one. SQLite has no other way to give a column a default than
 * to write it into the schema, which its documentation allows for defaults: rows are stored as before.
 */
const defaults = `
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = replace(sql, 'organisation_id TEXT NOT NULL', 'organisation_id TEXT NOT NULL DEFAULT ''${localOrganisationId}''')
WHERE type = 'table';
PRAGMA writable_schema = RESET;
`

/** A prompt collects from when it is in the chat. */
const collecting = `
CREATE TRIGGER squad_chat_asks AFTER INSERT ON squad_chat WHEN NEW.message_type = 'discussion_prompt' BEGIN
  UPDATE discussion_prompts SET status = 'collecting', squad_chat_id = coalesce(squad_chat_id, NEW.id)
  WHERE id = NEW.discussion_prompt_id AND status = 'pending';
END;
UPDATE discussion_prompts SET status = 'collecting' WHERE status = 'pending' AND squad_chat_id IS NOT NULL;
`

/** A panel's state from when its project is there; how many rounds it has; an agent's configuration by its other name. */
const panel = `
ALTER TABLE projects ADD COLUMN rounds INTEGER CHECK (rounds > 0);

ALTER TABLE discussion_state RENAME TO old_discussion_state;
CREATE TABLE discussion_state (
  id TEXT NOT NULL PRIMARY KEY DEFAULT ${newId},
  organisation_id TEXT NOT NULL DEFAULT '${localOrganisationId}' REFERENCES organisations,
  project_id TEXT NOT NULL UNIQUE REFERENCES projects ON DELETE CASCADE, discussion_id TEXT,
  current_turn_index INTEGER NOT NULL DEFAULT 0, current_round INTEGER NOT NULL DEFAULT 1,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'completed')),
  created_at TEXT NOT NULL DEFAULT (${sqlNow}), updated_at TEXT NOT NULL DEFAULT (${sqlNow})
) STRICT;
INSERT INTO discussion_state SELECT * FROM old_discussion_state;
DROP TABLE old_discussion_state;
INSERT INTO discussion_state (organisation_id, project_id, created_at)
SELECT organisation_id, id, created_at FROM projects WHERE true ON CONFLICT DO NOTHING;

ALTER TABLE agent_templates ADD COLUMN ai_model_config TEXT GENERATED ALWAYS AS (model_config) VIRTUAL;
`

const plainSql = [defaults, collecting, panel].join("\n")

/** Spending may be limited by the month, and tokens by the minute; both are counted under the period's name, in UTC. */
const spendPeriods = `
ALTER TABLE spend_accounts ADD COLUMN per TEXT CHECK (per = 'month');
ALTER TABLE spend_accounts ADD COLUMN month TEXT NOT NULL DEFAULT '';
ALTER TABLE spend_accounts ADD COLUMN token_rate INTEGER;
ALTER TABLE spend_accounts ADD COLUMN minute TEXT NOT NULL DEFAULT '';
ALTER TABLE spend_accounts ADD COLUMN minute_tokens INTEGER NOT NULL DEFAULT 0;
`

/**
 * Where one statement brings more answers than are needed, all of them count, as on PostgreSQL. SQLite has no triggers
 * for whole statements, but its clock stands still within one: an answer of the moment that resolved the prompt is of
 * the same statement, or came in the same millisecond.
 */
const isThisMoment = (prompt: string) => `(${prompt}.status = 'resolved' AND ${prompt}.resolved_at = ${sqlNow})`

const squadBatch = `
DROP TRIGGER discussion_prompt_stays_closed;
CREATE TRIGGER discussion_prompt_stays_closed BEFORE UPDATE OF status, collected_context ON discussion_prompts BEGIN
  ${closed.map((status) => refuse(status, `OLD.status = '${status}' AND NOT (NEW.status = OLD.status AND ${isThisMoment("OLD")})`)).join("\n  ")}
END;

DROP TRIGGER squad_chat_enters;
${answersEnter((status) => `p.status = '${status}' AND NOT ${isThisMoment("p")}`)}
`

/** SQL in order; a file says how many of these it has seen. One that has been released is never changed. */
export const migrations: readonly string[] = [
  `${tables}\n${squadTriggers}`,
  seatKeys,
  suspectRuns,
  plainSql,
  discussionWebhooks,
  history,
  spendPeriods,
  squadBatch,
  cheaperTurns,
]
