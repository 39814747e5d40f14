import { localOrganisationId } from "../../../ports/organisation.ts"
import { sqlNow } from "../time.ts"
import { newId } from "./tables.ts"

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

export const plainSql = [defaults, collecting, panel].join("\n")
