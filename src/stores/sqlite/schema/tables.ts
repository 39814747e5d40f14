import { type SchemaDialect, sharedColumns, sharedTables } from "../../sql/tables.ts"
import { sqlNow } from "../time.ts"

/** A random UUID built from core functions, so that the `sqlite3` shell can insert rows. */
const newId = `(lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
  substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))`

const dialect: SchemaDialect = {
  uuid: "TEXT",
  bigint: "INTEGER",
  smallint: "INTEGER",
  float: "REAL",
  time: "TEXT",
  json: "TEXT",
  exactJson: "TEXT",
  texts: "TEXT",
  noTexts: "'[]'",
  boolean: (column) => `${column} INTEGER CHECK (${column} IN (0, 1))`,
  flag: (column) => `${column} INTEGER NOT NULL DEFAULT 0 CHECK (${column} IN (0, 1))`,
  checkJson: (column) => `CHECK (json_valid(${column}))`,
  copyOf: (column) => `GENERATED ALWAYS AS (${column}) VIRTUAL`,
  nameKeyOf: () => "TEXT",
  assigned: "INTEGER",
  newId,
  now: `(${sqlNow})`,
  squadNow: `(${sqlNow})`,
  // Events have a row id, too: without one, a turn of over a thousand bytes would fill overflow pages on every commit.
  logId: "id INTEGER PRIMARY KEY",
  logKey: "UNIQUE",
  strict: " STRICT",
}

const own = `
CREATE INDEX discussion_participants_of_agent ON discussion_participants (agent_id) WHERE agent_id IS NOT NULL;
CREATE INDEX discussion_labels_pinned ON discussion_labels (organisation_id) WHERE pinned = 1;

CREATE TABLE webhook_deliveries (
  place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE DEFAULT ${newId},
  ${sharedColumns(dialect).organisationId}, webhook_id TEXT NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  event TEXT NOT NULL, body TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
  due_at TEXT NOT NULL DEFAULT (${sqlNow})
) STRICT;
CREATE UNIQUE INDEX webhook_deliveries_in_order ON webhook_deliveries (webhook_id, place);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at);
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

export const tables = [sharedTables(dialect), own, running].join("\n")
