/**
 * A task's result grows with each round: while it runs it has the rounds that are over, at the end all of them and the
 * synthesis. Written per round, not per turn.
 */
export const taskResult = `
DROP FUNCTION IF EXISTS task_result(uuid);
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

CREATE OR REPLACE FUNCTION store_task(organisation uuid, discussion uuid, now_is discussion_now)
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
