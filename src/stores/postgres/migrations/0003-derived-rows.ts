/** What follows from a discussion's events, as it is handed in: see derived-row-values.ts, which writes these. */
const types = `
CREATE TYPE discussion_now AS (
  last_seq integer, round integer, turns integer, prompt_tokens bigint, cached_tokens bigint, completion_tokens bigint,
  cost double precision, updated_at timestamptz, status text, phase text, stopping_reason text, agreed boolean,
  solution text, created_at timestamptz, project_id uuid, session_id uuid, format text, topic text,
  turn_index integer, status_since timestamptz
);
CREATE TYPE logged AS (
  seq integer, agent_id uuid, turn_index integer, round_number integer, created_at timestamptz, role text,
  metadata jsonb
);
`

export const insertDiscussion = `
    INSERT INTO discussions (id, organisation_id, last_seq, round, turns, prompt_tokens, cached_tokens,
      completion_tokens, cost, updated_at, status, phase, stopping_reason, agreed, solution, created_at, project_id,
      session_id, format, topic)
    VALUES (discussion, organisation, now_is.last_seq, now_is.round, now_is.turns, now_is.prompt_tokens,
      now_is.cached_tokens, now_is.completion_tokens, now_is.cost, now_is.updated_at, now_is.status, now_is.phase,
      now_is.stopping_reason, now_is.agreed, now_is.solution, now_is.created_at, now_is.project_id, now_is.session_id,
      now_is.format, now_is.topic)`

export const insertLogs = `
    INSERT INTO discussion_logs (organisation_id, project_id, discussion_id, seq, agent_id, turn_index, round_number,
      created_at, role, content, metadata)
    SELECT organisation, now_is.project_id, discussion, seq, agent_id, turn_index, round_number, created_at, role,
      content, metadata
    FROM unnest(logs, contents) AS said(seq, agent_id, turn_index, round_number, created_at, role, metadata, content)`

export const storeOthers = `
  IF now_is.project_id IS NOT NULL THEN
    PERFORM store_discussion_state(organisation, discussion, now_is);
  END IF;
  IF now_is.format = 'hive' THEN
    PERFORM store_task(organisation, discussion, now_is);
  END IF;`

/**
 * Writes what follows from a discussion's events anew, as an append does, and gives the tables in which that made a
 * difference. What nothing follows from any more, since there are no events, goes.
 */
const rebuild = `
CREATE FUNCTION derived_rows(discussion uuid) RETURNS TABLE (source text, content jsonb) LANGUAGE sql VOLATILE AS $$
  SELECT 'discussions', to_jsonb(d) FROM discussions d WHERE id = discussion
  UNION ALL SELECT 'discussion_logs', to_jsonb(l) - 'id' FROM discussion_logs l WHERE discussion_id = discussion
  UNION ALL SELECT 'discussion_state', to_jsonb(s) - 'id' FROM discussion_state s WHERE discussion_id = discussion
  UNION ALL SELECT 'tasks', to_jsonb(t) FROM tasks t WHERE t.discussion_id = discussion
$$;

CREATE FUNCTION rebuild_discussion(
  organisation uuid, discussion uuid, now_is discussion_now, logs logged[], contents text[]
) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  kept jsonb := (SELECT jsonb_agg(to_jsonb(r)) FROM derived_rows(discussion) r);
BEGIN
  DELETE FROM discussions WHERE id = discussion;
  DELETE FROM discussion_logs WHERE discussion_id = discussion;
  DELETE FROM discussion_state WHERE discussion_id = discussion;
  DELETE FROM tasks WHERE discussion_id = discussion;
  IF organisation IS NOT NULL THEN ${insertDiscussion};${insertLogs};${storeOthers}
  END IF;
  RETURN ARRAY(
    SELECT DISTINCT coalesce(was.source, is_now.source)
    FROM jsonb_to_recordset(coalesce(kept, '[]')) AS was (source text, content jsonb)
    FULL JOIN derived_rows(discussion) AS is_now ON was.source = is_now.source AND was.content = is_now.content
    WHERE was.source IS NULL OR is_now.source IS NULL
    ORDER BY 1);
END $$;
`

/** `store_task` is in 0010, and `store_discussion_state` in 0021. */
export const derivedRows = [types, rebuild].join("\n")
