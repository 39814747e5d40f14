import { describe, expect, test } from "vitest"
import { resolveTable } from "../../core/tables/resolve-table.ts"
import { MemoryDiscussionStore } from "../../stores/memory/memory-discussion-store.ts"
import { ManualClock } from "../../testing/index.ts"
import { type EngineContext, loadState } from "../context.ts"
import { LiveTurns } from "../live/live-turns.ts"
import { createWithTable, startHeldDiscussion } from "./create-with-table.ts"
import { interject } from "./interject.ts"
import { abortDiscussion, pauseDiscussion, resumeDiscussion } from "./steer-discussion.ts"

const id = "d1"

function engine() {
  const scheduled: string[] = []
  const context: EngineContext = {
    store: new MemoryDiscussionStore((discussionId) => void scheduled.push(discussionId)),
    live: new LiveTurns(),
    models: {
      find: () => {
        throw new Error("no model is asked here")
      },
    },
    clock: new ManualClock(),
  }
  return { context, scheduled }
}

const defaults = { model: "rehearsal/auto", seed: 1, language: "en", settings: {} }
const table = resolveTable({ format: "panel", topic: "What first?" }, defaults)
const input = { discussionId: id }

describe("verbs", () => {
  test("a held discussion stays queued until it is started, once", async () => {
    const { context, scheduled } = engine()
    expect((await createWithTable({ context, input: { ...input, table, hold: true } })).status).toBe("queued")
    expect(scheduled).toEqual([])
    expect((await startHeldDiscussion({ context, input })).status).toBe("running")
    expect((await startHeldDiscussion({ context, input })).seq).toBe(2)
    expect(scheduled).toEqual([id])
  })

  test("a change that gives a discussion work schedules it; any other change does not", async () => {
    const { context, scheduled } = engine()
    await createWithTable({ context, input: { ...input, table } })
    expect(scheduled).toEqual([id])
    await pauseDiscussion({ context, input })
    expect(scheduled).toEqual([id])
    await resumeDiscussion({ context, input })
    await resumeDiscussion({ context, input })
    expect(scheduled).toEqual([id, id])
    await abortDiscussion({ context, input })
    expect(scheduled).toEqual([id, id])
  })

  test("a discussion may be aborted while it is initializing [traps.abort-initializing]", async () => {
    const { context } = engine()
    await createWithTable({ context, input: { ...input, table } })
    const state = await abortDiscussion({ context, input })
    expect(state.transitions.map(({ to }) => to.kind)).toEqual(["initializing", "aborted"])
    expect(state.outcome?.stoppingReason).toBe("user_abort")
  })

  test("concurrent writers retry, and all of them succeed", async () => {
    const { context } = engine()
    await createWithTable({ context, input: { ...input, table } })
    const words = Array.from({ length: 12 }, (_, index) => `word ${index}`)
    await Promise.all(words.map((content) => interject({ context, input: { ...input, author: "Kim", content } })))
    const { entries, seq } = await loadState(context.store, id)
    expect(seq).toBe(14)
    expect(entries.map((entry) => entry.kind === "interjection" && entry.interjection.content).toSorted()).toEqual(
      words.toSorted(),
    )
  })

  test("an unknown discussion is not found", async () => {
    const { context } = engine()
    await expect(abortDiscussion({ context, input })).rejects.toMatchObject({ code: "NOT_FOUND" })
  })

  test("ended discussions accept no text, and no discussion accepts empty text", async () => {
    const { context } = engine()
    await createWithTable({ context, input: { ...input, table } })
    const say = (content: string) => interject({ context, input: { ...input, author: "Kim", content } })
    await expect(say(" \u0000 ")).rejects.toMatchObject({ code: "INPUT_INVALID" })
    await abortDiscussion({ context, input })
    await expect(say("too late")).rejects.toMatchObject({ code: "STATE_INVALID" })
  })
})
