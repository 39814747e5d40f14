import { randomUUID } from "node:crypto"
import { sourceOf } from "../../src/core/prompting/seat-view.ts"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { follow } from "../../src/engine/live/follower.ts"
import { createWithTable } from "../../src/engine/verbs/create-with-table.ts"
import { modelCatalogue } from "../../src/main/available-models.ts"
import { DurableEngine } from "../../src/main/durable-engine.ts"
import { openStorage, type StorageLocation } from "../../src/main/open-storage.ts"
import { systemClock } from "../../src/main/system-ports.ts"
import { rehearsalModel, rehearsalNames } from "../../src/models/rehearsal/index.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import type { Model } from "../../src/ports/model.ts"

/**
 * A process to be killed. It starts the missing discussions, runs them, and prints a line for every event that it has
 * seen committed. It exits when all discussions have ended, unless it was told to stay.
 */
export interface Task {
  readonly location: StorageLocation
  /** Total number of discussions; with 0 it only runs those that others start. */
  readonly discussions: number
  readonly stay?: boolean
  /** Pause between two words (default: 1). */
  readonly pauseMs?: number
  /** Whether the first speaker of each discussion opens a sub-discussion. */
  readonly apart?: boolean
}

export type Line =
  | { readonly kind: "ready" }
  | { readonly kind: "event"; readonly discussionId: string; readonly seq: number; readonly type: string }
  | { readonly kind: "over" }

const topic = "What first?"
const formats = ["duet", "hive", "panel", "assembly"]
const defaults = { model: "rehearsal/auto", seed: 1, language: "en", settings: {} }
const { location, discussions, stay = false, apart = false, pauseMs = 1 }: Task = JSON.parse(process.argv[2]!)

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pauseMs))
const models = modelCatalogue([{ names: rehearsalNames, find: (name) => asking(rehearsalModel(name, { pause })) }])
const onError = (error: unknown) => console.error(error)
const storage = await openStorage(location, { clock: systemClock, onError })
const engine = await DurableEngine.open({
  storage,
  models: () => models,
  clock: systemClock,
  workers: 100,
  onError,
})
const context = engine.forOrganisation(localOrganisationId)
print({ kind: "ready" })

const { list } = storage.organisation(localOrganisationId)
const known: string[] = []
for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
  const page = await list.list({ q: topic, limit: 100, cursor })
  known.push(...page.discussions.filter((one) => one.topic === topic).map(({ id }) => id))
  cursor = page.next ?? undefined
}
for (let number = known.length; number < discussions; number++) {
  const discussionId = randomUUID()
  const options = { subDiscussionsBySeats: apart }
  const table = resolveTable({ format: formats[number % formats.length]!, topic, options }, defaults)
  await createWithTable({ context, input: { discussionId, table } })
  known.push(discussionId)
}
await Promise.all(known.map(watch))
if (!stay) {
  print({ kind: "over" })
  await engine.close(0)
  await storage.close()
}

async function watch(discussionId: string): Promise<void> {
  for await (const { type, seq } of follow(context, { discussionId, wantsChunks: () => false })) {
    print({ kind: "event", discussionId, seq, type })
  }
}

function asking(model: Model | undefined): Model | undefined {
  if (!apart || !model) return model
  return {
    ...model,
    async *stream(call, signal) {
      const view = sourceOf(call.prompt)!
      const [first, second] = view.seats
      const asks = view.topic === topic && view.round === 1 && view.ask.kind === "turn" && view.seat.id === first!.id
      for await (const part of model.stream(call, signal)) {
        if (asks && part.type === "finish") yield { type: "text", text: `\n[SUB-DISCUSSION: ${second!.name} | Why?]` }
        yield part
      }
    },
  }
}

function print(line: Line): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
