import { derivedRows } from "./0003-derived-rows.ts"

const fact = "CREATE TYPE fact AS (at timestamptz, type text, cleaned integer);"

/**
 * Tells other processes of an append where one of them watches, or where it was announced: a run loop wants to hear of
 * it too. Words of attempts that are over were for watchers who have them from the log now.
 * It runs as its owner: the role of organisations has no business in the tables of processes.
 */
const tell = `
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

/** Events are added and read by the functions of 0007. */
export const eventFunctions = [derivedRows, fact, tell].join("\n")
