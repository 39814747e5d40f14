const searchPath = "pg_catalog, public, pg_temp"

/**
 * These run as their owner, so that a call is one round trip. PostgreSQL lets everybody call a new function and has it
 * look where the caller looks: any role of the server could read and forge events. Now only Conclave's own may call them.
 */
export const functionAccess = ["append_events", "read_events", "tell_processes", "timeout_stale_discussion_prompts"]
  .map(
    (name) => `
  ALTER FUNCTION ${name} SET search_path = ${searchPath};
  REVOKE EXECUTE ON FUNCTION ${name} FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION ${name} TO conclave_app, CURRENT_USER;`,
  )
  .join("\n")
