import { localOrganisationId } from "../../ports/key-store.ts"

/** What the databases write differently in the tables that both have. `text` and `integer` are the same. */
export interface SchemaDialect {
  readonly uuid: string
  readonly bigint: string
  readonly smallint: string
  readonly float: string
  readonly time: string
  readonly json: string
  /** JSON whose text is kept as it was written. */
  readonly exactJson: string
  readonly texts: string
  readonly noTexts: string
  boolean(column: string): string
  /** A boolean that is false by default. */
  flag(column: string): string
  /** A constraint on a column that must be JSON, if its type does not ensure that. */
  checkJson(column: string): string
  /** A column with the value of another one, for programs that know it by that name. */
  copyOf(column: string): string
  /** A column with the key under which the names in another column are compared. */
  nameKeyOf(column: string, constraint?: string): string
  /** A number that a trigger assigns. */
  readonly assigned: string
  readonly newId: string
  readonly now: string
  readonly squadNow: string
  /** The number of a row of `discussion_logs`, and its key by discussion and event. */
  readonly logId: string
  readonly logKey: string
  /** Ends a table whose columns accept only values of their type. */
  readonly strict: string
}

/** Columns that several tables have. */
export function sharedColumns({ uuid, time, newId, now }: SchemaDialect) {
  /** Rows inserted by hand belong to the local organisation unless they name another. */
  const organisationId = `organisation_id ${uuid} NOT NULL DEFAULT '${localOrganisationId}'`
  return {
    id: `id ${uuid} NOT NULL PRIMARY KEY DEFAULT ${newId}`,
    /** Without the foreign key, which would be checked for each row. */
    organisationId,
    organisation: `${organisationId} REFERENCES organisations`,
    createdAt: `created_at ${time} NOT NULL DEFAULT ${now}`,
    updatedAt: `updated_at ${time} NOT NULL DEFAULT ${now}`,
  }
}

/** The tables that both databases have, with their indexes. */
export function sharedTables(dialect: SchemaDialect): string {
  return [organisations, discussions, access, squad].map((tables) => tables(dialect)).join("\n")
}

function organisations(dialect: SchemaDialect): string {
  const { uuid, json, flag, checkJson, copyOf, strict } = dialect
  const { id, organisation, createdAt, updatedAt } = sharedColumns(dialect)
  return `
CREATE TABLE organisations (${id}, name text NOT NULL, ${createdAt})${strict};
INSERT INTO organisations (id, name) VALUES ('${localOrganisationId}', 'Local');

CREATE TABLE projects (
  ${id}, ${organisation}, name text NOT NULL, description text, ${createdAt}, ${updatedAt},
  rounds integer CHECK (rounds > 0), UNIQUE (organisation_id, id)
)${strict};
CREATE INDEX projects_newest ON projects (organisation_id, created_at DESC, id DESC);

CREATE TABLE agent_templates (
  ${id}, ${organisation}, name text NOT NULL, description text, system_prompt text NOT NULL,
  model_config ${json} NOT NULL ${checkJson("model_config")}, ${flag("squad_member")}, ${createdAt}, ${updatedAt},
  ai_model_config ${json} ${copyOf("model_config")}
)${strict};
CREATE INDEX agent_templates_newest ON agent_templates (organisation_id, created_at DESC, id DESC);

CREATE TABLE discussion_participants (
  ${id}, ${organisation}, project_id ${uuid} NOT NULL REFERENCES projects ON DELETE CASCADE,
  agent_id ${uuid} REFERENCES agent_templates,
  role text NOT NULL CHECK (role IN ('manager', 'leader', 'specialist', 'user')), sequence_order integer NOT NULL,
  ${createdAt}, UNIQUE (project_id, sequence_order)
)${strict};

CREATE TABLE sessions (${id}, ${organisation}, name text, ${createdAt})${strict};
`
}

/**
 * The event log and the rows derived from it. Columns of `discussions` that change with every turn come first, which
 * keeps updates small on PostgreSQL. Events and logs have no foreign keys, which would be checked for each row.
 */
function discussions(dialect: SchemaDialect): string {
  const { uuid, bigint, smallint, float, time, json, exactJson, boolean, flag, logId, logKey, strict } = dialect
  const { id, organisationId, organisation, createdAt, updatedAt } = sharedColumns(dialect)
  return `
CREATE TABLE discussions (
  id ${uuid} NOT NULL PRIMARY KEY, ${organisation}, last_seq integer NOT NULL, round integer NOT NULL,
  turns integer NOT NULL, prompt_tokens ${bigint} NOT NULL, cached_tokens ${bigint} NOT NULL,
  completion_tokens ${bigint} NOT NULL, cost ${float}, updated_at ${time} NOT NULL, status text NOT NULL,
  phase text NOT NULL, stopping_reason text, ${boolean("agreed")}, solution text, created_at ${time} NOT NULL,
  project_id ${uuid}, session_id ${uuid} REFERENCES sessions, format text NOT NULL, topic text NOT NULL,
  FOREIGN KEY (organisation_id, project_id) REFERENCES projects (organisation_id, id)
)${strict};
CREATE INDEX discussions_newest ON discussions (organisation_id, created_at DESC, id DESC);
CREATE INDEX discussions_of_project ON discussions (project_id) WHERE project_id IS NOT NULL;

CREATE TABLE discussion_events (
  discussion_id ${uuid} NOT NULL, seq integer NOT NULL, ${organisationId}, at ${time} NOT NULL, type text NOT NULL,
  payload ${exactJson} NOT NULL, cleaned integer, version ${smallint} NOT NULL, PRIMARY KEY (discussion_id, seq)
)${strict};

CREATE TABLE discussion_logs (
  ${logId}, ${organisationId}, project_id ${uuid}, agent_id ${uuid}, discussion_id ${uuid} NOT NULL,
  seq integer NOT NULL, turn_index integer, round_number integer NOT NULL, created_at ${time} NOT NULL,
  role text NOT NULL, content text NOT NULL, metadata ${json} NOT NULL, ${logKey} (discussion_id, seq)
)${strict};
CREATE INDEX discussion_logs_of_project ON discussion_logs (project_id, id) WHERE project_id IS NOT NULL;

CREATE TABLE discussion_state (
  ${id}, ${organisation}, project_id ${uuid} NOT NULL UNIQUE REFERENCES projects ON DELETE CASCADE,
  discussion_id ${uuid}, current_turn_index integer NOT NULL DEFAULT 0, current_round integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'completed')), ${createdAt}, ${updatedAt}
)${strict};

CREATE TABLE tasks (
  ${id}, ${organisation}, session_id ${uuid} REFERENCES sessions, discussion_id ${uuid} UNIQUE, status text NOT NULL,
  result ${json}, ${createdAt}, ${updatedAt}, completed_at ${time}
)${strict};
CREATE INDEX tasks_of_session ON tasks (session_id, created_at);

-- Set by people, not derived from events: a rebuild leaves these rows alone.
CREATE TABLE discussion_labels (
  discussion_id ${uuid} NOT NULL PRIMARY KEY, organisation_id ${uuid} NOT NULL REFERENCES organisations, title text,
  ${flag("pinned")}, ${flag("archived")}, tags ${json} NOT NULL DEFAULT '[]'
)${strict};
`
}

/**
 * A spend account belongs to an organisation or a key, has its id, and exists once a limit was set. Spend is counted per
 * month and tokens per minute; `month` and `minute` name the current period in UTC.
 */
function access(dialect: SchemaDialect): string {
  const { uuid, bigint, float, time, json, strict } = dialect
  const { id, organisationId, organisation, createdAt } = sharedColumns(dialect)
  return `
CREATE TABLE api_keys (
  ${id}, ${organisation}, name text NOT NULL, key_hash text NOT NULL UNIQUE, scope text NOT NULL, ${createdAt},
  last_used_at ${time}, revoked_at ${time}, discussion_id ${uuid}, seat text
)${strict};

CREATE TABLE spend_accounts (
  id ${uuid} NOT NULL PRIMARY KEY, ${organisation}, usd_limit ${float}, token_limit ${bigint},
  usd ${float} NOT NULL DEFAULT 0, tokens ${bigint} NOT NULL DEFAULT 0, per text CHECK (per = 'month'),
  month text NOT NULL DEFAULT '', token_rate ${bigint}, minute text NOT NULL DEFAULT '',
  minute_tokens ${bigint} NOT NULL DEFAULT 0
)${strict};
CREATE TABLE spend_reservations (
  id ${uuid} NOT NULL, account_id ${uuid} NOT NULL REFERENCES spend_accounts, ${organisationId}, usd ${float} NOT NULL,
  tokens ${bigint} NOT NULL, expires_at ${time} NOT NULL, PRIMARY KEY (account_id, id)
)${strict};

CREATE TABLE idempotency_keys (
  ${organisation}, route text NOT NULL, key text NOT NULL, request_hash text NOT NULL, response_status integer,
  response ${json}, ${createdAt}, PRIMARY KEY (organisation_id, route, key)
)${strict};
CREATE INDEX idempotency_keys_oldest ON idempotency_keys (organisation_id, created_at);
`
}

function squad(dialect: SchemaDialect): string {
  const { uuid, bigint, float, time, json, texts, noTexts, flag, nameKeyOf, assigned, squadNow, strict } = dialect
  const { id, organisationId, organisation, createdAt } = sharedColumns(dialect)
  return `
CREATE TABLE discussion_prompts (
  ${id}, ${organisation}, task_id text, requester_agent text NOT NULL, prompt_message text NOT NULL,
  required_responses integer NOT NULL DEFAULT 2 CHECK (required_responses > 0),
  timeout_minutes ${float} NOT NULL DEFAULT 30 CHECK (timeout_minutes > 0),
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'collecting', 'resolved', 'timed_out', 'cancelled')),
  collected_context ${json} NOT NULL DEFAULT '[]', squad_chat_id ${uuid}, resolved_at ${time},
  created_at ${time} NOT NULL DEFAULT ${squadNow}, mentions ${texts} NOT NULL DEFAULT ${noTexts},
  mention_keys ${texts} NOT NULL DEFAULT ${noTexts}, requester_key ${nameKeyOf("requester_agent", "NOT NULL")},
  seq ${assigned}
)${strict};
CREATE UNIQUE INDEX discussion_prompts_seq ON discussion_prompts (organisation_id, seq);
CREATE INDEX discussion_prompts_newest ON discussion_prompts (organisation_id, created_at DESC, id);
CREATE INDEX discussion_prompts_open ON discussion_prompts (organisation_id) WHERE status IN ('pending', 'collecting');

CREATE TABLE squad_chat (
  ${id}, ${organisation}, agent_name text NOT NULL, message text NOT NULL, ${flag("is_human")}, task_ref text,
  discussion_prompt_id ${uuid} REFERENCES discussion_prompts ON DELETE CASCADE,
  message_type text NOT NULL DEFAULT 'message'
    CHECK (message_type IN ('message', 'discussion_prompt', 'discussion_response', 'system')),
  created_at ${time} NOT NULL DEFAULT ${squadNow}, agent_key ${nameKeyOf("agent_name", "NOT NULL")},
  idempotency_key text, model_id text, seq ${assigned}
)${strict};
CREATE UNIQUE INDEX squad_chat_seq ON squad_chat (organisation_id, seq);
CREATE INDEX squad_chat_of_task ON squad_chat (organisation_id, task_ref, seq) WHERE task_ref IS NOT NULL;
CREATE INDEX squad_chat_of_prompt ON squad_chat (discussion_prompt_id, seq) WHERE discussion_prompt_id IS NOT NULL;
CREATE UNIQUE INDEX squad_chat_once ON squad_chat (discussion_prompt_id, agent_key, idempotency_key)
  WHERE idempotency_key IS NOT NULL;

CREATE TABLE squad_counters (
  ${organisationId} PRIMARY KEY REFERENCES organisations, seq ${bigint} NOT NULL
)${strict};

CREATE TABLE webhooks (
  ${id}, ${organisation}, url text NOT NULL, events ${texts} NOT NULL, secret text NOT NULL, ${createdAt}, agent text,
  agent_key ${nameKeyOf("agent")}, failure text, failed_at ${time}
)${strict};
CREATE INDEX webhooks_newest ON webhooks (organisation_id, created_at DESC, id);
`
}
