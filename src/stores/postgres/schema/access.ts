/** Roles are shared by all databases of a server, so another database may have created this one, even just now. */
export const role = `
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'conclave_app') THEN
    CREATE ROLE conclave_app NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN
  GRANT conclave_app TO CURRENT_USER;
EXCEPTION WHEN insufficient_privilege THEN NULL; -- an administrator has granted it, or the first query fails and says so
END $$;
GRANT USAGE ON SCHEMA public TO conclave_app;
`

/**
 * Enables row-level security: the role that queries run as can access only the rows of the organisation in
 * `conclave.organisation`. Without that setting the policy raises an error, so no query sees the rows of all.
 */
const protect = (table: string, privileges = "SELECT, INSERT, UPDATE, DELETE", column = "organisation_id") => `
ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_organisation ON ${table} TO conclave_app
  USING (${column} = current_setting('conclave.organisation')::uuid)
  WITH CHECK (${column} = current_setting('conclave.organisation')::uuid);
GRANT ${privileges} ON ${table} TO conclave_app;
`

const editableTables = [
  ...["projects", "agent_templates", "discussion_participants", "sessions", "discussions", "discussion_state", "tasks"],
  ...["discussion_labels", "discussion_texts", "discussion_prompts", "squad_chat", "api_keys", "idempotency_keys"],
  ...["webhooks", "spend_accounts", "spend_reservations"],
]

export const rowSecurity = [
  protect("organisations", "SELECT", "id"),
  protect("squad_counters", "SELECT, INSERT, UPDATE"),
  ...["discussion_events", "discussion_logs", "webhook_deliveries"].map((table) => protect(table, "SELECT, INSERT")),
  ...editableTables.map((table) => protect(table)),
].join("\n")

/**
 * Functions that run as their owner may be called by our roles only, and do not search the caller's schemas. By default
 * any role of the server could call them, and so read and forge events. Runs after every migration, to cover new ones.
 */
export const functionAccess = `
DO $$
DECLARE
  own regprocedure;
BEGIN
  FOR own IN SELECT oid::regprocedure FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, public, pg_temp', own);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', own);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO conclave_app, CURRENT_USER', own);
  END LOOP;
END $$;
`
