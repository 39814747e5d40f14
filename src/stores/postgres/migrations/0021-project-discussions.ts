/** A project has the state of its own panel, which bears its id, and of none of its other discussions. */
export const projectDiscussions = `
CREATE OR REPLACE FUNCTION store_discussion_state(organisation uuid, discussion uuid, now_is discussion_now)
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
