import { systemClock } from "../../src/main/system-ports.ts"
import { openSqlite } from "../../src/stores/sqlite/open-sqlite.ts"

/** Claims the waiting jobs, reports it, and never finishes them. */
const { runs } = openSqlite(process.argv[2]!, systemClock)
await runs.work({
  concurrency: 10,
  run: ({ discussionId }) => {
    process.send!(discussionId)
    return new Promise(() => {})
  },
  onFailure: async () => {},
  onError: () => {},
})
