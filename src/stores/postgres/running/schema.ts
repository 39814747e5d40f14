/**
 * Who runs and who watches what, and words on their way between processes. No organisation's own role may look into it.
 * What is unlogged means nothing once the database has crashed: everybody then says it again.
 */
export const runningTables = `
  CREATE SCHEMA running;

  CREATE TABLE running.processes (
    id uuid PRIMARY KEY,
    workers integer NOT NULL DEFAULT 0,
    started_at timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE running.runs (
    discussion_id uuid PRIMARY KEY,
    process_id uuid NOT NULL
  );

  CREATE UNLOGGED TABLE running.watchers (
    discussion_id uuid NOT NULL,
    process_id uuid NOT NULL REFERENCES running.processes ON DELETE CASCADE,
    PRIMARY KEY (discussion_id, process_id)
  );

  CREATE UNLOGGED TABLE running.words (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    discussion_id uuid NOT NULL,
    turn_id text NOT NULL,
    attempt integer NOT NULL,
    role text NOT NULL,
    start integer NOT NULL,
    words text NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX words_of_discussion ON running.words (discussion_id, id);
`
