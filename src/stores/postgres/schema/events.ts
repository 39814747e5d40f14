import { insertDiscussion, insertLogs, storeStateAndTask } from "./derived-rows.ts"

/**
 * Appends events and stores the rows that the caller derived from them (see project-events.ts) in one round trip.
 * Returns NULL, or the last number of the log if these events do not follow it; 0 if there is no log.
 */
const append = `
CREATE FUNCTION append_events(
  organisation uuid, discussion uuid, facts fact[], payloads json[], now_is discussion_now, logs logged[], contents text[],
  process uuid, announced boolean, version smallint
) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  first_seq integer := now_is.last_seq - cardinality(facts) + 1;
BEGIN
  PERFORM set_config('conclave.organisation', organisation::text, true);
  IF first_seq = 1 THEN
    -- A session begins with what is first done in it.
    IF now_is.session_id IS NOT NULL THEN
      INSERT INTO sessions (id, organisation_id) VALUES (now_is.session_id, organisation) ON CONFLICT DO NOTHING;
    END IF;${insertDiscussion} ON CONFLICT (id) DO NOTHING;
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

  INSERT INTO discussion_events (discussion_id, seq, organisation_id, at, type, payload, cleaned, version)
  SELECT discussion, first_seq + place - 1, organisation, at, type, payload, cleaned, append_events.version
  FROM unnest(facts, payloads) WITH ORDINALITY AS given(at, type, cleaned, payload, place);
  IF logs IS NOT NULL THEN${insertLogs};
  END IF;${storeStateAndTask}
  IF process IS NOT NULL THEN
    PERFORM tell_processes(discussion, facts, payloads, now_is.last_seq, process, announced);
  END IF;
  RETURN NULL;
END $$;
`

/** Raises CV404 if the organisation has no such discussion. */
const read = `
CREATE FUNCTION read_events(organisation uuid, discussion uuid, after integer, at_most integer)
RETURNS TABLE (seq integer, type text, at bigint, data json, version smallint) LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM set_config('conclave.organisation', organisation::text, true);
  IF NOT EXISTS (SELECT FROM discussions WHERE id = discussion) THEN
    RAISE EXCEPTION 'there is no such discussion' USING ERRCODE = 'CV404';
  END IF;
  RETURN QUERY
    SELECT e.seq, e.type, (extract(epoch FROM e.at) * 1000)::bigint, e.payload, e.version
    FROM discussion_events e
    WHERE e.discussion_id = discussion AND e.seq > after ORDER BY e.seq LIMIT at_most;
END $$;
`

/** Runs both as the role that is confined to one organisation, which is cheaper than switching to it for each call. */
const owners = `
GRANT CREATE ON SCHEMA public TO conclave_app;
ALTER FUNCTION append_events OWNER TO conclave_app;
ALTER FUNCTION read_events OWNER TO conclave_app;
REVOKE CREATE ON SCHEMA public FROM conclave_app;
`

export const eventFunctions = [append, read, owners].join("\n")
