import { localOrganisationId } from "../../../ports/key-store.ts"
import { sqlNow } from "../time.ts"

/** A random UUID built from core functions, so that the `sqlite3` shell can insert rows. */
const newId = `(lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
  substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))`

/** Column definitions that several tables share. */
export const defaultId = `DEFAULT ${newId}`
export const id = `id TEXT NOT NULL PRIMARY KEY ${defaultId}`
/** Without the foreign key, which SQLite would check for each row. */
export const organisationId = `organisation_id TEXT NOT NULL DEFAULT '${localOrganisationId}'`
export const organisation = `${organisationId} REFERENCES organisations`
export const createdAt = `created_at TEXT NOT NULL DEFAULT (${sqlNow})`
export const updatedAt = `updated_at TEXT NOT NULL DEFAULT (${sqlNow})`
export const boolean = (name: string, more = "") => `${name} INTEGER ${more} CHECK (${name} IN (0, 1))`
