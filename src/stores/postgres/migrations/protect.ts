/**
 * Puts a table under row-level security: the role that queries run as sees and writes one organisation's rows alone.
 * Without an organisation set the policy fails, so a query that forgot it gets an error and never everybody's rows.
 */
export function protect(
  table: string,
  { column = "organisation_id", may = "SELECT, INSERT, UPDATE, DELETE" }: { column?: string; may?: string } = {},
): string {
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own_organisation ON ${table} TO conclave_app
      USING (${column} = current_setting('conclave.organisation')::uuid)
      WITH CHECK (${column} = current_setting('conclave.organisation')::uuid);
    GRANT ${may} ON ${table} TO conclave_app;
  `
}
