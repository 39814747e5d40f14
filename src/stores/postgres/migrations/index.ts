import { runningTables } from "../running/schema.ts"
import { spendFunctions, spendTables } from "../spend/schema.ts"
import { squadColumns, squadFunctions, squadNames } from "../squad/functions.ts"
import { webhookSchema } from "../webhooks/schema.ts"
import { tables } from "./0001-tables.ts"
import { eventFunctions } from "./0003-events.ts"
import { eventVersions } from "./0007-event-versions.ts"
import { plainSql } from "./0008-plain-sql.ts"
import { taskResult } from "./0010-task-result.ts"
import { functionAccess } from "./0012-function-access.ts"
import { webhooksOfDiscussions } from "./0013-webhooks-of-discussions.ts"
import { historyMigration } from "./0014-history.ts"
import { spendPeriods } from "./0017-spend-periods.ts"
import { textsIndexedLater } from "./0024-texts-indexed-later.ts"
import { protect } from "./protect.ts"

const squadMigration = [
  squadNames,
  squadColumns,
  protect("squad_counters", { may: "SELECT, INSERT, UPDATE" }),
  squadFunctions,
].join("\n")
const webhookMigration = [webhookSchema, protect("webhook_deliveries", { may: "SELECT, INSERT" })].join("\n")
const spendMigration = [spendTables, protect("spend_accounts"), protect("spend_reservations"), spendFunctions].join(
  "\n",
)

/** A panel's state from when its project is there; how many rounds it has; an agent's configuration by its other name. */
const panelTables = `
ALTER TABLE projects ADD COLUMN rounds integer CHECK (rounds > 0);

ALTER TABLE discussion_state
  ALTER COLUMN discussion_id DROP NOT NULL,
  ALTER COLUMN current_turn_index SET DEFAULT 0,
  ALTER COLUMN current_round SET DEFAULT 1,
  ALTER COLUMN status SET DEFAULT 'active',
  ALTER COLUMN created_at SET DEFAULT now(),
  ALTER COLUMN updated_at SET DEFAULT now();
INSERT INTO discussion_state (organisation_id, project_id, created_at)
SELECT organisation_id, id, created_at FROM projects ON CONFLICT DO NOTHING;

ALTER TABLE agent_templates ADD COLUMN ai_model_config jsonb GENERATED ALWAYS AS (model_config) STORED;
`

/** Steps of discussions that held up their process: what is left here when the process is gone is why it is gone. */
const suspectRuns = `
  CREATE TABLE running.suspects (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    discussion_id uuid NOT NULL,
    held_ms integer NOT NULL DEFAULT 0,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX suspects_of_discussion ON running.suspects (discussion_id);
`

/** A key may be for one seat of one discussion. No reference: it outlives the discussion, and opens nothing then. */
const seatKeys = "ALTER TABLE api_keys ADD COLUMN discussion_id uuid, ADD COLUMN seat text"

/** A project has the state of its own panel, which bears its id, and of none of its other discussions. */
const projectDiscussions = `
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

/**
 * Which of an organisation's discussions have waited for a worker for a second, and at which place among everybody's.
 * It runs as its owner, since the queue is nobody's own. There may be no queue yet: whoever only lists opens none.
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

/** SQL by name, in the order of names. One that has been released is never changed: a new one follows it. */
export const migrations: Readonly<Record<string, string>> = {
  "0001-tables": tables,
  "0002-running": runningTables,
  "0003-events": eventFunctions,
  "0004-squad": squadMigration,
  "0005-webhooks": webhookMigration,
  "0006-spend": spendMigration,
  "0007-event-versions": eventVersions,
  "0008-plain-sql": plainSql,
  "0009-panel": panelTables,
  "0010-task-result": taskResult,
  "0011-suspect-runs": suspectRuns,
  "0012-function-access": functionAccess,
  "0013-seat-keys": seatKeys,
  "0013-webhooks-of-discussions": webhooksOfDiscussions,
  "0014-history": historyMigration,
  "0017-spend-periods": spendPeriods,
  "0021-project-discussions": projectDiscussions,
  "0022-waiting-runs": waitingRuns,
  "0024-texts-indexed-later": textsIndexedLater,
}
