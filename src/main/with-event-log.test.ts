import { expect, test } from "vitest"
import { resolveTable } from "../core/tables/resolve-table.ts"
import { LiveTurns } from "../engine/live/live-turns.ts"
import { runDiscussion } from "../engine/run-loop/run-discussion.ts"
import { createWithTable } from "../engine/verbs/create-with-table.ts"
import { MemoryDiscussionStore } from "../stores/memory/memory-discussion-store.ts"
import { ManualClock, scriptedModel } from "../testing/index.ts"
import { withEventLog } from "./with-event-log.ts"

test("each round, each contribution and the end of a task are logged, without any text of the discussion [hive.worker-log]", async () => {
  const lines: string[] = []
  const model = scriptedModel({
    id: "test/model",
    replies: ({ view }) => (view.ask.kind === "turn" && view.seat.name === "Critical" ? "[PASS]" : "A secret thought."),
  })
  const context = {
    store: withEventLog(new MemoryDiscussionStore(), (line) => lines.push(line)),
    live: new LiveTurns(),
    models: { find: () => model },
    clock: new ManualClock(),
  }
  const discussionId = "0123456789"
  const defaults = { model: "test/model", seed: 1, language: "en", settings: {} }
  const options = { rounds: 2, smartTermination: false }
  const table = resolveTable({ format: "hive", topic: "What first?", options }, defaults)
  await createWithTable({ context, input: { discussionId, table } })
  await runDiscussion(context, discussionId, { now: new AbortController().signal })
  await new Promise((resolve) => setImmediate(resolve))
  const told = lines.map((line) => line.replace(/^hive 01234567: /, "").replace(/, \d+ (characters|tokens).*/, ""))
  expect(told).toEqual([
    ...["started with 4 seats"],
    ...["round 1/2", "Divergent contributed", "Convergent contributed", "Critical passed"],
    ...["round 2/2", "Divergent contributed", "Convergent contributed", "Critical passed"],
    ...["Queen wrote the synthesis", "completed, max_rounds"],
  ])
  expect(lines.join()).not.toContain("secret")
})
