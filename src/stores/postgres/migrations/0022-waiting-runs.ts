/**
 * Which of an organisation's discussions have waited for a worker for a second, and at which place among everybody's.
 * It runs as its owner, since the queue is nobody's own. There may be no queue yet: whoever only lists opens none.
 */
export const waitingRuns = `
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
