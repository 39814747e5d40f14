/** Rows that the caller derived from a discussion's events: see derived-row-values.ts, which writes these values. */
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

/** Only a project's own panel, which has the project's id, sets its state. */
const discussionState = `
CREATE FUNCTION store_discussion_state(organisation uuid, discussion uuid, now_is discussion_now)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF discussion <> now_is.project_id THEN
    RETURN;
  END IF;
  INSERT INTO discussion_state (organisation_id, project_id, discussion_id, current_turn_index, current_round,
                                status, created_at, updated_at)
  VALUES (organisation, now_is.project_id, discussion, now_is.turn_index, now_is.round,
          CASE WHEN now_is.status IN ('completed', 'failed', 'aborted') THEN 'completed'
               WHEN now_is.status = 'paused' THEN 'paused' ELSE 'active' END,
          now_is.created_at, now_is.updated_at)
  ON CONFLICT (project_id) DO UPDATE SET
    discussion_id = EXCLUDED.discussion_id, current_turn_index = EXCLUDED.current_turn_index,
    current_round = EXCLUDED.current_round, status = EXCLUDED.status, created_at = EXCLUDED.created_at,
    updated_at = EXCLUDED.updated_at;
END $$;
`

/**
 * A task's result has the rounds completed so far, and at the end all of them and the synthesis. Written once a round.
 */
const tasks = `
CREATE FUNCTION task_result(discussion uuid, rounds_over integer) RETURNS jsonb LANGUAGE sql STABLE AS $$
  WITH said AS (
    SELECT seq, round_number, metadata ->> 'kind' AS kind,
           jsonb_build_object('agent', metadata ->> 'name', 'round', round_number, 'content', content) AS contribution
    FROM discussion_logs WHERE discussion_id = discussion AND round_number <= rounds_over
  ), by_round AS (
    SELECT payload -> 'round' AS round, seq, (payload #>> '{round,number}')::integer AS number
    FROM discussion_events WHERE discussion_id = discussion AND type = 'round_completed'
  )
  SELECT jsonb_build_object(
    'rounds', (SELECT coalesce(jsonb_agg(round::jsonb || jsonb_build_object('round', number, 'responses',
                 (SELECT coalesce(jsonb_agg(contribution ORDER BY s.seq), '[]') FROM said s
                  WHERE s.kind = 'turn' AND s.round_number = number)) ORDER BY seq), '[]')
               FROM by_round WHERE number <= rounds_over),
    'full_discussion', (SELECT coalesce(jsonb_agg(contribution ORDER BY seq), '[]') FROM said WHERE kind = 'turn'),
    'synthesis', (SELECT contribution -> 'content' FROM said WHERE kind = 'synthesis' ORDER BY seq DESC LIMIT 1))
$$;

CREATE FUNCTION store_task(organisation uuid, discussion uuid, now_is discussion_now)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  is_over boolean := now_is.status IN ('completed', 'failed', 'aborted');
  rounds_over integer := CASE WHEN is_over THEN now_is.round ELSE greatest(now_is.round - 1, 0) END;
BEGIN
  PERFORM FROM tasks WHERE id = discussion AND updated_at = now_is.status_since
    AND (is_over OR jsonb_array_length(result -> 'rounds') = rounds_over);
  IF FOUND THEN
    RETURN;
  END IF;
  INSERT INTO tasks AS task (id, organisation_id, session_id, discussion_id, status, result, created_at, updated_at,
                             completed_at)
  VALUES (discussion, organisation, now_is.session_id, discussion, now_is.status, task_result(discussion, rounds_over),
          now_is.created_at, now_is.status_since, CASE WHEN is_over THEN now_is.status_since END)
  ON CONFLICT (id) DO UPDATE SET
    status = EXCLUDED.status, result = EXCLUDED.result, updated_at = EXCLUDED.updated_at,
    completed_at = EXCLUDED.completed_at;
END $$;
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

export const storeStateAndTask = `
  IF now_is.project_id IS NOT NULL THEN
    PERFORM store_discussion_state(organisation, discussion, now_is);
  END IF;
  IF now_is.format = 'hive' THEN
    PERFORM store_task(organisation, discussion, now_is);
  END IF;`

/**
 * Replaces a discussion's derived rows, and returns the tables in which that changed something. Without an organisation
 * it only deletes: the discussion has no events any more.
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
  IF organisation IS NOT NULL THEN ${insertDiscussion};${insertLogs};${storeStateAndTask}
  END IF;
  RETURN ARRAY(
    SELECT DISTINCT coalesce(was.source, is_now.source)
    FROM jsonb_to_recordset(coalesce(kept, '[]')) AS was (source text, content jsonb)
    FULL JOIN derived_rows(discussion) AS is_now ON was.source = is_now.source AND was.content = is_now.content
    WHERE was.source IS NULL OR is_now.source IS NULL
    ORDER BY 1);
END $$;
`

export const derivedRows = [types, discussionState, tasks, rebuild].join("\n")
