import { randomUUID } from "node:crypto"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { createWithTable } from "../../src/engine/verbs/create-with-table.ts"
import { DurableEngine } from "../../src/main/durable-engine.ts"
import { openStorage, type StorageLocation } from "../../src/main/open-storage.ts"
import { systemClock } from "../../src/main/system-ports.ts"
import { Watchdog } from "../../src/main/watchdog.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { scriptedModel } from "../../src/testing/index.ts"

/** A process with one discussion whose first step never ends, unless configured otherwise. */
const { location, start }: { readonly location: StorageLocation; readonly start: boolean } = JSON.parse(
  process.argv[2]!,
)

const script = scriptedModel({ id: "test/endless", replies: () => "Hello." })
const endless = Object.defineProperty({ ...script }, "structured", {
  get() {
    for (;;);
  },
})
const onError = (error: unknown) => console.error(error)
const watchdog = new Watchdog(location)
const storage = await openStorage(location, { clock: systemClock, onError: () => {} })
const engine = await DurableEngine.open({
  storage,
  models: () => ({ find: () => endless }),
  clock: systemClock,
  workers: 10,
  guard: watchdog.guard,
  onError: () => {},
})
if (start) {
  const defaults = { model: "test/endless", seed: 1, language: "en", roundsCeiling: 10, settings: {} }
  const table = resolveTable({ format: "duet", topic: "For ever?" }, defaults)
  const context = engine.forOrganisation(localOrganisationId)
  await createWithTable({ context, input: { discussionId: randomUUID(), table } }).catch(onError)
}
console.log("ready")
