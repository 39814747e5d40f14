import { localOrganisationId } from "../../../ports/key-store.ts"
import { sqlNow } from "../time.ts"

/** A random UUID that every `sqlite3` can make, so that a row can be inserted by hand. */
export const newId = `(lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
  substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))`
const id = `id TEXT NOT NULL PRIMARY KEY DEFAULT ${newId}`
const organisation = "organisation_id TEXT NOT NULL REFERENCES organisations"
const createdAt = `created_at TEXT NOT NULL DEFAULT (${sqlNow})`
const updatedAt = `updated_at TEXT NOT NULL DEFAULT (${sqlNow})`
const boolean = (name: string, more = "") => `${name} INTEGER ${more} CHECK (${name} IN (0, 1))`

const people = `
CREATE TABLE organisations (${id}, name TEXT NOT NULL, ${createdAt}) STRICT;
INSERT INTO organisations (id, name) VALUES ('${localOrganisationId}', 'Local');

CREATE TABLE projects (
  ${id}, ${organisation}, name TEXT NOT NULL, description TEXT, ${createdAt}, ${updatedAt}, UNIQUE (organisation_id, id)
) STRICT;
CREATE INDEX projects_newest ON projects (organisation_id, created_at DESC, id DESC);

CREATE TABLE agent_templates (
  ${id}, ${organisation}, name TEXT NOT NULL, description TEXT, system_prompt TEXT NOT NULL,
  model_config TEXT NOT NULL CHECK (json_valid(model_config)), ${boolean("squad_member", "NOT NULL DEFAULT 0")},
  ${createdAt}, ${updatedAt}
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

/** The log and what follows from it. Events and logs have no foreign keys, which would be checked per row. */
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
  discussion_id TEXT NOT NULL, seq INTEGER NOT NULL, organisation_id TEXT NOT NULL, at TEXT NOT NULL, type TEXT NOT NULL,
  payload TEXT NOT NULL, cleaned INTEGER, version INTEGER NOT NULL, PRIMARY KEY (discussion_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE discussion_logs (
  id INTEGER PRIMARY KEY, organisation_id TEXT NOT NULL, project_id TEXT, agent_id TEXT, discussion_id TEXT NOT NULL,
  seq INTEGER NOT NULL, turn_index INTEGER, round_number INTEGER NOT NULL, created_at TEXT NOT NULL, role TEXT NOT NULL,
  content TEXT NOT NULL, metadata TEXT NOT NULL, UNIQUE (discussion_id, seq)
) STRICT;
CREATE INDEX discussion_logs_of_project ON discussion_logs (project_id, id) WHERE project_id IS NOT NULL;

CREATE TABLE discussion_state (
  ${id}, ${organisation}, project_id TEXT NOT NULL UNIQUE REFERENCES projects ON DELETE CASCADE,
  discussion_id TEXT NOT NULL, current_turn_index INTEGER NOT NULL, current_round INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'paused', 'completed')), created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE tasks (
  ${id}, ${organisation}, session_id TEXT REFERENCES sessions, discussion_id TEXT UNIQUE, status TEXT NOT NULL,
  result TEXT, ${createdAt}, ${updatedAt}, completed_at TEXT
) STRICT;
CREATE INDEX tasks_of_session ON tasks (session_id, created_at);
`

const squad = `
CREATE TABLE discussion_prompts (
  ${id}, ${organisation}, task_id TEXT, requester_agent TEXT NOT NULL, prompt_message TEXT NOT NULL,
  required_responses INTEGER NOT NULL DEFAULT 2 CHECK (required_responses > 0),
  timeout_minutes REAL NOT NULL DEFAULT 30 CHECK (timeout_minutes > 0),
  status TEXT NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'collecting', 'resolved', 'timed_out', 'cancelled')),
  collected_context TEXT NOT NULL DEFAULT '[]', squad_chat_id TEXT, resolved_at TEXT, ${createdAt},
  mentions TEXT NOT NULL DEFAULT '[]', mention_keys TEXT NOT NULL DEFAULT '[]', requester_key TEXT, seq INTEGER
) STRICT;
CREATE UNIQUE INDEX discussion_prompts_seq ON discussion_prompts (organisation_id, seq);
CREATE INDEX discussion_prompts_newest ON discussion_prompts (organisation_id, created_at DESC, id);
CREATE INDEX discussion_prompts_open ON discussion_prompts (organisation_id) WHERE status IN ('pending', 'collecting');

CREATE TABLE squad_chat (
  ${id}, ${organisation}, agent_name TEXT NOT NULL, message TEXT NOT NULL, ${boolean("is_human", "NOT NULL DEFAULT 0")},
  task_ref TEXT, discussion_prompt_id TEXT REFERENCES discussion_prompts ON DELETE CASCADE,
  message_type TEXT NOT NULL DEFAULT 'message'
    CHECK (message_type IN ('message', 'discussion_prompt', 'discussion_response', 'system')),
  ${createdAt}, agent_key TEXT, idempotency_key TEXT, model_id TEXT, seq INTEGER
) STRICT;
CREATE UNIQUE INDEX squad_chat_seq ON squad_chat (organisation_id, seq);
CREATE INDEX squad_chat_of_task ON squad_chat (organisation_id, task_ref, seq) WHERE task_ref IS NOT NULL;
CREATE INDEX squad_chat_of_prompt ON squad_chat (discussion_prompt_id, seq) WHERE discussion_prompt_id IS NOT NULL;
CREATE UNIQUE INDEX squad_chat_once ON squad_chat (discussion_prompt_id, agent_key, idempotency_key)
  WHERE idempotency_key IS NOT NULL;

CREATE TABLE squad_counters (organisation_id TEXT NOT NULL PRIMARY KEY REFERENCES organisations, seq INTEGER NOT NULL) STRICT;
`

const access = `
CREATE TABLE api_keys (
  ${id}, ${organisation}, name TEXT NOT NULL, key_hash TEXT NOT NULL UNIQUE, scope TEXT NOT NULL, ${createdAt},
  last_used_at TEXT, revoked_at TEXT
) STRICT;

CREATE TABLE spend_accounts (
  id TEXT NOT NULL PRIMARY KEY, ${organisation}, usd_limit REAL, token_limit INTEGER, usd REAL NOT NULL DEFAULT 0,
  tokens INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE spend_reservations (
  id TEXT NOT NULL, account_id TEXT NOT NULL REFERENCES spend_accounts, organisation_id TEXT NOT NULL, usd REAL NOT NULL,
  tokens INTEGER NOT NULL, expires_at TEXT NOT NULL, PRIMARY KEY (account_id, id)
) STRICT;

CREATE TABLE idempotency_keys (
  ${organisation}, route TEXT NOT NULL, key TEXT NOT NULL, request_hash TEXT NOT NULL, response_status INTEGER,
  response TEXT, ${createdAt}, PRIMARY KEY (organisation_id, route, key)
) STRICT;
CREATE INDEX idempotency_keys_oldest ON idempotency_keys (organisation_id, created_at);

CREATE TABLE webhooks (
  ${id}, ${organisation}, url TEXT NOT NULL, events TEXT NOT NULL, secret TEXT NOT NULL, ${createdAt}, agent TEXT,
  agent_key TEXT, failure TEXT, failed_at TEXT
) STRICT;
CREATE INDEX webhooks_newest ON webhooks (organisation_id, created_at DESC, id);

CREATE TABLE webhook_deliveries (
  place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE DEFAULT ${newId}, organisation_id TEXT NOT NULL,
  webhook_id TEXT NOT NULL REFERENCES webhooks ON DELETE CASCADE, event TEXT NOT NULL, body TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, due_at TEXT NOT NULL DEFAULT (${sqlNow})
) STRICT;
CREATE UNIQUE INDEX webhook_deliveries_in_order ON webhook_deliveries (webhook_id, place);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at);
`

/** Who runs and who watches what, and words on their way between processes. None of it is part of a backup. */
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
`

export const tables = [people, discussions, squad, access, running].join("\n")
