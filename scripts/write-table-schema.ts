import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { tableJsonSchema } from "../src/core/tables/table-file.ts"

/** Writes tables/table.schema.json from the schema that validates tables: `node scripts/write-table-schema.ts`. */
const file = join(import.meta.dirname, "../tables/table.schema.json")
writeFileSync(file, `${JSON.stringify(tableJsonSchema(), null, 2)}\n`)
