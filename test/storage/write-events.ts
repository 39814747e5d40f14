import { openDatabase } from "../../src/stores/postgres/database.ts"
import { localOrganisation } from "../../src/stores/postgres/organisation.ts"
import { PostgresDiscussionStore } from "../../src/stores/postgres/postgres-discussion-store.ts"

/** Adds one event after the other to a discussion in a data folder, and says each number once it is committed. */
const [data = "", discussionId = ""] = process.argv.slice(2)
const database = await openDatabase({ data })
const store = new PostgresDiscussionStore({ database, organisationId: localOrganisation })
const before = await store.read(discussionId).catch(() => [])
for (let seq = before.length + 1; ; seq++) {
  await store.append(discussionId, [{ type: "discussion_paused", data: { reason: "person" }, seq, at: seq }])
  process.send!(seq)
}
