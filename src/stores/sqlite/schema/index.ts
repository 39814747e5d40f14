import { searchSchema } from "./search.ts"
import { squadSchema } from "./squad.ts"
import { tables } from "./tables.ts"
import { webhookSchema } from "./webhooks.ts"

const initialSchema = [tables, squadSchema, webhookSchema, searchSchema].join("\n")

/** Versions 1 to 9 were development versions, which are refused. */
const firstVersion = 10

/** SQL that brings a file from one version to the next, oldest first. Never edit an entry after its release. */
export const migrations: readonly { readonly version: number; readonly sql: string }[] = [
  { version: firstVersion, sql: initialSchema },
]

export const schemaVersion = migrations.at(-1)!.version
export const isDevelopmentVersion = (version: number) => version > 0 && version < firstVersion
