import { systemClock } from "../../src/main/system-ports.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { openSqlite } from "../../src/stores/sqlite/open-sqlite.ts"

/** Appends events to a discussion in a data folder, and reports each number once it is committed. */
const [data = "", discussionId = ""] = process.argv.slice(2)
const store = openSqlite(data, systemClock).organisation(localOrganisationId).discussions
const before = await store.read(discussionId).catch(() => [])
for (let seq = before.length + 1; ; seq++) {
  await store.append(discussionId, [{ type: "discussion_paused", data: { reason: "person" }, seq, at: seq }])
  process.send!(seq)
}
