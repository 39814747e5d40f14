/**
 * Some functions run as their owner, so that a call is one round trip. PostgreSQL lets everybody call a new function and
 * has it look where the caller looks: any role of the server could read and forge events. Only Conclave's own may call
 * them. Run after all other migrations too, since later ones may bring more of them.
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
