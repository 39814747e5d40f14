import { derivedRows, insertDiscussion, insertLogs, storeOthers } from "./0003-derived-rows.ts"

/**
 * One call, one round trip, one transaction: the guard, the events, and all that follows from them. What follows is
 * worked out by the caller (see project-events.ts) and stored here.
 * Gives NULL, or the number that the log ends with where these events do not follow it; 0 where there is no log.
 */
const append = `
CREATE TYPE fact AS (at timestamptz, type text, cleaned integer);

CREATE FUNCTION append_events(
  organisation uuid, discussion uuid, facts fact[], payloads json[], now_is discussion_now, logs logged[], contents text[],
  process uuid, announced boolean
) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  first_seq integer := now_is.last_seq - cardinality(facts) + 1;
BEGIN
  PERFORM set_config('conclave.organisation', organisation::text, true);
  IF first_seq = 1 THEN
    -- A session begins with what is first done in it.
    INSERT INTO sessions (id, organisation_id) SELECT now_is.session_id, organisation WHERE now_is.session_id IS NOT NULL
    ON CONFLICT DO NOTHING;${insertDiscussion} ON CONFLICT (id) DO NOTHING;
  ELSE
    UPDATE discussions SET
      last_seq = now_is.last_seq, round = now_is.round, turns = now_is.turns, updated_at = now_is.updated_at,
      prompt_tokens = now_is.prompt_tokens, cached_tokens = now_is.cached_tokens,
      completion_tokens = now_is.completion_tokens, cost = now_is.cost, status = now_is.status, phase = now_is.phase,
      stopping_reason = now_is.stopping_reason, agreed = now_is.agreed, solution = now_is.solution
    WHERE id = discussion AND last_seq = first_seq - 1;
  END IF;
  IF NOT FOUND THEN
    RETURN coalesce((SELECT last_seq FROM discussions WHERE id = discussion), 0);
  END IF;

  INSERT INTO discussion_events (discussion_id, seq, organisation_id, at, type, payload, cleaned)
  SELECT discussion, first_seq + place - 1, organisation, at, type, payload, cleaned
  FROM unnest(facts, payloads) WITH ORDINALITY AS given(at, type, cleaned, payload, place);
  IF logs IS NOT NULL THEN${insertLogs};
  END IF;${storeOthers}
  IF process IS NOT NULL THEN
    PERFORM tell_processes(discussion, facts, payloads, now_is.last_seq, process, announced);
  END IF;
  RETURN NULL;
END $$;
`

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

/** Also in one round trip. Raises CV404 where the organisation has no such discussion. */
const read = `
CREATE FUNCTION read_events(organisation uuid, discussion uuid, after integer, at_most integer)
RETURNS TABLE (seq integer, type text, at bigint, data json) LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM set_config('conclave.organisation', organisation::text, true);
  IF NOT EXISTS (SELECT FROM discussions WHERE id = discussion) THEN
    RAISE EXCEPTION 'there is no such discussion' USING ERRCODE = 'CV404';
  END IF;
  RETURN QUERY
    SELECT e.seq, e.type, (extract(epoch FROM e.at) * 1000)::bigint, e.payload FROM discussion_events e
    WHERE e.discussion_id = discussion AND e.seq > after ORDER BY e.seq LIMIT at_most;
END $$;
`

/** They run as the role that sees one organisation's rows alone, which costs less than to take it on for each call. */
const owners = `
GRANT CREATE ON SCHEMA public TO conclave_app;
ALTER FUNCTION append_events OWNER TO conclave_app;
ALTER FUNCTION read_events OWNER TO conclave_app;
REVOKE CREATE ON SCHEMA public FROM conclave_app;
`

export const eventFunctions = [derivedRows, append, tell, read, owners].join("\n")
