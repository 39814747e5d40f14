import type { ClientBase } from "pg"

export interface TableShape {
  readonly name: string
  /** Those that are stored and not worked out by the database. */
  readonly columns: readonly string[]
}

const shapes = `
SELECT c.relname::text AS name,
  (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
   WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
  (SELECT coalesce(array_agg(DISTINCT f.confrelid::regclass::text), '{}') FROM pg_constraint f
   WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS needs
FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname NOT LIKE 'kysely\\_%'
ORDER BY 1`

/** Every table with rows of organisations, each after those that it refers to. */
export async function tablesInOrder(client: ClientBase): Promise<readonly TableShape[]> {
  const { rows } = await client.query<TableShape & { needs: readonly string[] }>(shapes)
  const ordered: TableShape[] = []
  const isDone = (name: string) => ordered.some((table) => table.name === name)
  while (ordered.length < rows.length) {
    const next = rows.find(({ name, needs }) => !isDone(name) && needs.every(isDone))
    if (!next) throw new Error("tables refer to each other in a circle")
    ordered.push({ name: next.name, columns: next.columns })
  }
  return ordered
}
