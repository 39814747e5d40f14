/**
 * Which process runs or watches a discussion, and live text on its way to other processes. Organisations have no
 * access. Unlogged tables lose their rows if the database crashes, and processes then register again.
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

-- Steps that blocked their process. Rows left behind by a dead process tell which discussion killed it.
CREATE TABLE running.suspects (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  discussion_id uuid NOT NULL,
  held_ms integer NOT NULL DEFAULT 0,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX suspects_of_discussion ON running.suspects (discussion_id);

-- Turns that the search index does not have yet.
CREATE TABLE running.unindexed_texts (discussion_id uuid NOT NULL, seq integer NOT NULL);
`

/**
 * An organisation's discussions that have waited for a worker for over a second, with their place in the whole queue.
 * Runs as its owner, since organisations have no access to the queue, which only exists once a worker has started.
 */
const waitingRuns = `
CREATE FUNCTION waiting_runs() RETURNS TABLE (discussion_id uuid, place integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 10 AS $$
BEGIN
  IF to_regclass('pgboss.job') IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT waiting.key, waiting.place FROM (
    SELECT singleton_key::uuid AS key, data ->> 'organisationId' AS organisation,
      row_number() OVER (ORDER BY created_on, id)::integer AS place
    FROM pgboss.job WHERE name = 'discussions' AND state < 'active' AND start_after <= now() - interval '1 second'
  ) AS waiting WHERE waiting.organisation = current_setting('conclave.organisation');
END $$;
`

/**
 * Notifies other processes of an append if one of them watches the discussion or runs it (`announced`), and deletes the
 * live text of finished attempts. Runs as its owner, since organisations have no access to these tables.
 */
const notifying = `
CREATE TYPE fact AS (at timestamptz, type text, cleaned integer);
CREATE FUNCTION tell_processes(
  discussion uuid, facts fact[], payloads json[], last_seq integer, process uuid, announced boolean
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  is_watched boolean := EXISTS (
    SELECT FROM running.watchers WHERE discussion_id = discussion AND process_id <> process
  );
BEGIN
  IF is_watched THEN
    DELETE FROM running.words w USING unnest(facts, payloads) AS event(at, type, cleaned, payload)
    WHERE w.discussion_id = discussion
      AND event.type IN ('turn_completed', 'turn_passed', 'turn_retried', 'turn_skipped')
      AND w.turn_id = coalesce(event.payload #>> '{turn,id}', event.payload ->> 'turnId');
  END IF;
  IF is_watched OR announced THEN
    PERFORM pg_notify('conclave_events', concat_ws(':', discussion, last_seq, process));
  END IF;
END $$;
`

export const runningFunctions = [waitingRuns, notifying].join("\n")
