import { history } from "./history.ts"
import { squadTriggers } from "./squad-triggers.ts"
import { tables } from "./tables.ts"

/** SQL in order; a file says how many of these it has seen. One that has been released is never changed. */
export const migrations: readonly string[] = [`${tables}\n${squadTriggers}`, history]
