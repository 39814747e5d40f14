import { localOrganisationId } from "../../../ports/key-store.ts"
import { sqlNow } from "../time.ts"

/** A random UUID built from core functions, so that the `sqlite3` shell can insert rows. */
const newId = `(lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
  substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))`

/** Column definitions that several tables share. */
export const defaultId = `DEFAULT ${newId}`
export const id = `id TEXT NOT NULL PRIMARY KEY ${defaultId}`
/** Without the foreign key, which SQLite would check for each row. */
export const organisationId = `organisation_id TEXT NOT NULL DEFAULT '${localOrganisationId}'`
export const organisation = `${organisationId} REFERENCES organisations`
export const createdAt = `created_at TEXT NOT NULL DEFAULT (${sqlNow})`
const updatedAt = `updated_at TEXT NOT NULL DEFAULT (${sqlNow})`
export const boolean = (name: string, more = "") => `${name} INTEGER ${more} CHECK (${name} IN (0, 1))`

const organisations = `
CREATE TABLE organisations (${id}, name TEXT NOT NULL, ${createdAt}) STRICT;
INSERT INTO organisations (id, name) VALUES ('${localOrganisationId}', 'Local');

CREATE TABLE projects (
  ${id}, ${organisation}, name TEXT NOT NULL, description TEXT, ${createdAt}, ${updatedAt},
  rounds INTEGER CHECK (rounds > 0), UNIQUE (organisation_id, id)
) STRICT;
CREATE INDEX projects_newest ON projects (organisation_id, created_at DESC, id DESC);

CREATE TABLE agent_templates (
  ${id}, ${organisation}, name TEXT NOT NULL, description TEXT, system_prompt TEXT NOT NULL,
  model_config TEXT NOT NULL CHECK (json_valid(model_config)), ${boolean("squad_member", "NOT NULL DEFAULT 0")},
  ${createdAt}, ${updatedAt}, ai_model_config TEXT GENERATED ALWAYS AS (model_config) VIRTUAL
) STRICT;
CREATE INDEX agent_templates_newest ON agent_templates (organisation_id, created_at DESC, id DESC);

CREATE TABLE discussion_participants (
  ${id}, ${organisation}, project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  agent_id TEXT REFERENCES agent_templates,
  role TEXT NOT NULL CHECK (role IN ('manager', 'leader', 'specialist', 'user')), sequence_order INTEGER NOT NULL,
  ${createdAt}, UNIQUE (project_id, sequence_order)
) STRICT;
CREATE INDEX discussion_participants_of_agent ON discussion_participants (agent_id) WHERE agent_id IS NOT NULL;

CREATE TABLE sessions (${id}, ${organisation}, name TEXT, ${createdAt}) STRICT;
`

/**
 * The event log and the rows derived from it. Events and logs have no foreign keys, which SQLite would check for each
 * row. Events have a row id: without one, a turn of over a thousand bytes would fill overflow pages on every commit.
 */
const discussions = `
CREATE TABLE discussions (
  id TEXT NOT NULL PRIMARY KEY, ${organisation}, last_seq INTEGER NOT NULL, round INTEGER NOT NULL,
  turns INTEGER NOT NULL, prompt_tokens INTEGER NOT NULL, cached_tokens INTEGER NOT NULL,
  completion_tokens INTEGER NOT NULL, cost REAL, updated_at TEXT NOT NULL, status TEXT NOT NULL, phase TEXT NOT NULL,
  stopping_reason TEXT, ${boolean("agreed")}, solution TEXT, created_at TEXT NOT NULL, project_id TEXT,
  session_id TEXT REFERENCES sessions, format TEXT NOT NULL, topic TEXT NOT NULL,
  FOREIGN KEY (organisation_id, project_id) REFERENCES projects (organisation_id, id)
) STRICT;
CREATE INDEX discussions_newest ON discussions (organisation_id, created_at DESC, id DESC);
CREATE INDEX discussions_of_project ON discussions (project_id) WHERE project_id IS NOT NULL;

CREATE TABLE discussion_events (
  discussion_id TEXT NOT NULL, seq INTEGER NOT NULL, ${organisationId}, at TEXT NOT NULL, type TEXT NOT NULL,
  payload TEXT NOT NULL, cleaned INTEGER, version INTEGER NOT NULL, PRIMARY KEY (discussion_id, seq)
) STRICT;

CREATE TABLE discussion_logs (
  id INTEGER PRIMARY KEY, ${organisationId}, project_id TEXT, agent_id TEXT, discussion_id TEXT NOT NULL,
  seq INTEGER NOT NULL, turn_index INTEGER, round_number INTEGER NOT NULL, created_at TEXT NOT NULL, role TEXT NOT NULL,
  content TEXT NOT NULL, metadata TEXT NOT NULL, UNIQUE (discussion_id, seq)
) STRICT;
CREATE INDEX discussion_logs_of_project ON discussion_logs (project_id, id) WHERE project_id IS NOT NULL;

CREATE TABLE discussion_state (
  ${id}, ${organisation}, project_id TEXT NOT NULL UNIQUE REFERENCES projects ON DELETE CASCADE, discussion_id TEXT,
  current_turn_index INTEGER NOT NULL DEFAULT 0, current_round INTEGER NOT NULL DEFAULT 1,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'completed')), ${createdAt}, ${updatedAt}
) STRICT;

CREATE TABLE tasks (
  ${id}, ${organisation}, session_id TEXT REFERENCES sessions, discussion_id TEXT UNIQUE, status TEXT NOT NULL,
  result TEXT, ${createdAt}, ${updatedAt}, completed_at TEXT
) STRICT;
CREATE INDEX tasks_of_session ON tasks (session_id, created_at);

-- Set by people, not derived from events: a rebuild leaves these rows alone.
CREATE TABLE discussion_labels (
  discussion_id TEXT NOT NULL PRIMARY KEY, organisation_id TEXT NOT NULL REFERENCES organisations, title TEXT,
  ${boolean("pinned", "NOT NULL DEFAULT 0")}, ${boolean("archived", "NOT NULL DEFAULT 0")},
  tags TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX discussion_labels_pinned ON discussion_labels (organisation_id) WHERE pinned = 1;
`

/** Spend is counted per month and tokens per minute; `month` and `minute` name the current period in UTC. */
const access = `
CREATE TABLE api_keys (
  ${id}, ${organisation}, name TEXT NOT NULL, key_hash TEXT NOT NULL UNIQUE, scope TEXT NOT NULL, ${createdAt},
  last_used_at TEXT, revoked_at TEXT, discussion_id TEXT, seat TEXT
) STRICT;

CREATE TABLE spend_accounts (
  id TEXT NOT NULL PRIMARY KEY, ${organisation}, usd_limit REAL, token_limit INTEGER, usd REAL NOT NULL DEFAULT 0,
  tokens INTEGER NOT NULL DEFAULT 0, per TEXT CHECK (per = 'month'), month TEXT NOT NULL DEFAULT '',
  token_rate INTEGER, minute TEXT NOT NULL DEFAULT '', minute_tokens INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE spend_reservations (
  id TEXT NOT NULL, account_id TEXT NOT NULL REFERENCES spend_accounts, ${organisationId}, usd REAL NOT NULL,
  tokens INTEGER NOT NULL, expires_at TEXT NOT NULL, PRIMARY KEY (account_id, id)
) STRICT;

CREATE TABLE idempotency_keys (
  ${organisation}, route TEXT NOT NULL, key TEXT NOT NULL, request_hash TEXT NOT NULL, response_status INTEGER,
  response TEXT, ${createdAt}, PRIMARY KEY (organisation_id, route, key)
) STRICT;
CREATE INDEX idempotency_keys_oldest ON idempotency_keys (organisation_id, created_at);
`

/** Which process runs or watches a discussion, and live text on its way to other processes. Not part of a backup. */
const running = `
CREATE TABLE running_processes (
  id TEXT NOT NULL PRIMARY KEY, workers INTEGER NOT NULL DEFAULT 0, address TEXT, beats INTEGER NOT NULL DEFAULT 0,
  beat_at TEXT NOT NULL
) STRICT;

CREATE TABLE running_watchers (
  discussion_id TEXT NOT NULL, process_id TEXT NOT NULL REFERENCES running_processes ON DELETE CASCADE,
  PRIMARY KEY (discussion_id, process_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE running_words (
  id INTEGER PRIMARY KEY AUTOINCREMENT, discussion_id TEXT NOT NULL, turn_id TEXT NOT NULL, attempt INTEGER NOT NULL,
  role TEXT NOT NULL, start INTEGER NOT NULL, words TEXT NOT NULL, at TEXT NOT NULL
) STRICT;
CREATE INDEX running_words_of_discussion ON running_words (discussion_id, id);

CREATE TABLE running_jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT, queue TEXT NOT NULL, key TEXT NOT NULL, data TEXT NOT NULL, due_at TEXT NOT NULL,
  claimed_by TEXT, claims INTEGER NOT NULL DEFAULT 0, UNIQUE (queue, key)
) STRICT;
CREATE INDEX running_jobs_waiting ON running_jobs (queue, due_at) WHERE claimed_by IS NULL;
CREATE INDEX running_jobs_claimed ON running_jobs (claimed_by) WHERE claimed_by IS NOT NULL;

-- Steps that blocked their process. Rows left behind by a dead process tell which discussion killed it.
CREATE TABLE running_suspects (
  id INTEGER PRIMARY KEY AUTOINCREMENT, discussion_id TEXT NOT NULL, held_ms INTEGER NOT NULL DEFAULT 0, at TEXT NOT NULL
) STRICT;
CREATE INDEX running_suspects_of_discussion ON running_suspects (discussion_id);
`

export const tables = [organisations, discussions, access, running].join("\n")
