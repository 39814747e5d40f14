const logs = `
CREATE FUNCTION store_logs(now_is discussions, logs json) RETURNS void LANGUAGE sql AS $$
  INSERT INTO discussion_logs (organisation_id, project_id, agent_id, discussion_id, seq, turn_index, round_number,
                               created_at, role, content, metadata)
  SELECT now_is.organisation_id, now_is.project_id, agent_id, now_is.id, seq, turn_index, round_number,
         created_at, role, content, metadata
  FROM json_populate_recordset(NULL::discussion_logs, logs)
$$;
`

/** A project shows its newest panel. */
const discussionState = `
CREATE FUNCTION store_discussion_state(now_is discussions, summary json) RETURNS void LANGUAGE sql AS $$
  INSERT INTO discussion_state AS shown (organisation_id, project_id, discussion_id, current_turn_index, current_round,
                                         status, created_at, updated_at)
  VALUES (now_is.organisation_id, now_is.project_id, now_is.id, (summary ->> 'turn_index')::integer, now_is.round,
          CASE WHEN now_is.status IN ('completed', 'failed', 'aborted') THEN 'completed'
               WHEN now_is.status = 'paused' THEN 'paused' ELSE 'active' END,
          now_is.created_at, now_is.updated_at)
  ON CONFLICT (project_id) DO UPDATE SET
    discussion_id = EXCLUDED.discussion_id, current_turn_index = EXCLUDED.current_turn_index,
    current_round = EXCLUDED.current_round, status = EXCLUDED.status, created_at = EXCLUDED.created_at,
    updated_at = EXCLUDED.updated_at
  WHERE shown.discussion_id = EXCLUDED.discussion_id OR shown.created_at <= EXCLUDED.created_at
$$;
`

/** A hive is a task. Its result is written once, at the end: written per turn it would cost more with every turn. */
const tasks = `
CREATE FUNCTION task_result(discussion uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'rounds', (SELECT coalesce(jsonb_agg(payload -> 'round' ORDER BY seq), '[]')
               FROM discussion_events WHERE discussion_id = discussion AND type = 'round_completed'),
    'full_discussion', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                                 'agent', metadata ->> 'name', 'round', round_number, 'content', content) ORDER BY seq), '[]')
                        FROM discussion_logs WHERE discussion_id = discussion AND metadata ->> 'kind' = 'turn'))
$$;

CREATE FUNCTION store_task(now_is discussions, summary json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz := summary ->> 'status_since';
  ended_at timestamptz;
  outcome jsonb;
BEGIN
  PERFORM FROM tasks WHERE id = now_is.id AND updated_at = since;
  IF FOUND THEN
    RETURN;
  END IF;
  IF now_is.status IN ('completed', 'failed', 'aborted') THEN
    ended_at := since;
    outcome := task_result(now_is.id);
  END IF;
  INSERT INTO tasks AS task (id, organisation_id, session_id, discussion_id, status, result, created_at, updated_at,
                             completed_at)
  VALUES (now_is.id, now_is.organisation_id, now_is.session_id, now_is.id, now_is.status, outcome, now_is.created_at,
          since, ended_at)
  ON CONFLICT (id) DO UPDATE SET
    status = EXCLUDED.status, result = EXCLUDED.result, updated_at = EXCLUDED.updated_at,
    completed_at = EXCLUDED.completed_at;
END $$;
`

/**
 * Writes what follows from a discussion's events anew, by the same functions, and gives the tables in which that made a
 * difference. What nothing follows from any more, since there are no events, goes.
 */
const rebuild = `
CREATE FUNCTION derived_rows(discussion uuid) RETURNS TABLE (source text, content jsonb) LANGUAGE sql VOLATILE AS $$
  SELECT 'discussions', to_jsonb(d) FROM discussions d WHERE id = discussion
  UNION ALL SELECT 'discussion_logs', to_jsonb(l) - 'id' FROM discussion_logs l WHERE discussion_id = discussion
  UNION ALL SELECT 'discussion_state', to_jsonb(s) - 'id' FROM discussion_state s WHERE discussion_id = discussion
  UNION ALL SELECT 'tasks', to_jsonb(t) FROM tasks t WHERE t.discussion_id = discussion
$$;

CREATE FUNCTION rebuild_discussion(discussion uuid, summary json, logs json) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  now_is discussions := json_populate_record(NULL::discussions, summary);
  kept jsonb := (SELECT jsonb_agg(to_jsonb(r)) FROM derived_rows(discussion) r);
BEGIN
  DELETE FROM discussions WHERE id = discussion;
  DELETE FROM discussion_logs WHERE discussion_id = discussion;
  DELETE FROM discussion_state WHERE discussion_id = discussion;
  DELETE FROM tasks WHERE discussion_id = discussion;
  IF summary IS NOT NULL THEN
    INSERT INTO discussions SELECT (now_is).*;
    PERFORM store_logs(now_is, logs);
    IF now_is.project_id IS NOT NULL THEN
      PERFORM store_discussion_state(now_is, summary);
    END IF;
    IF now_is.format = 'hive' THEN
      PERFORM store_task(now_is, summary);
    END IF;
  END IF;
  RETURN ARRAY(
    SELECT DISTINCT coalesce(was.source, is_now.source)
    FROM jsonb_to_recordset(coalesce(kept, '[]')) AS was (source text, content jsonb)
    FULL JOIN derived_rows(discussion) AS is_now ON was.source = is_now.source AND was.content = is_now.content
    WHERE was.source IS NULL OR is_now.source IS NULL
    ORDER BY 1);
END $$;
`

export const derivedRows = [logs, discussionState, tasks, rebuild].join("\n")
