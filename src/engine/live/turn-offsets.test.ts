import { describe, expect, test } from "vitest"
import type { DiscussionEvent } from "../../core/discussion/event.ts"
import { noUsage } from "../../core/discussion/usage.ts"
import { TurnOffsets } from "./turn-offsets.ts"

const live = (text: string, attempt = 1) => ({ seat: "ann", turnId: "t1", attempt, text })

const started: DiscussionEvent = {
  type: "turn_started",
  data: { seat: "ann", name: "Ann", modelId: null, roundNumber: 1, turnId: "t1", attempt: 1, purpose: "turn" },
  seq: 4,
  at: 0,
}
const completed = (content: string, attempt = 1): DiscussionEvent => ({
  type: "turn_completed",
  data: {
    turn: {
      id: "t1",
      seat: "ann",
      roundNumber: 1,
      purpose: "turn",
      content,
      passed: false,
      timestamp: 0,
      durationMs: 0,
      attempt,
      tokenUsage: noUsage,
      finishReason: "stop",
    },
  },
  seq: 5,
  at: 0,
})

describe("the offsets of a watcher", () => {
  test("the next chunk of a turn starts at the end of the last one", () => {
    const heard = new TurnOffsets()
    expect(heard.nextChunk(live("We "), 4, 0)?.data).toMatchObject({ offset: 0, chunk: "We " })
    expect(heard.nextChunk(live("We "), 4, 0)).toBeUndefined()
    expect(heard.nextChunk(live("We should"), 4, 0)?.data).toMatchObject({ offset: 3, chunk: "should" })
  })

  test("a new attempt starts at its beginning, even before its event is in the log", () => {
    const heard = new TurnOffsets()
    heard.nextChunk(live("We should wait"), 4, 0)
    expect(heard.nextChunk(live("Let us act", 2), 4, 0)?.data).toMatchObject({
      attempt: 2,
      offset: 0,
      chunk: "Let us act",
    })
    expect(heard.applyEvent(completed("Let us act now", 2), 5)?.data).toMatchObject({
      attempt: 2,
      offset: 10,
      chunk: " now",
    })
  })

  test("the text of an abandoned attempt is not continued by another attempt", () => {
    const heard = new TurnOffsets()
    heard.nextChunk(live("We should"), 4, 0)
    expect(heard.applyEvent(completed("Let us act now", 2), 5)).toBeUndefined()
  })

  test("a turn that started and ended between two reads has no chunks", () => {
    const past = new TurnOffsets()
    past.applyEvent(started, 3)
    expect(past.applyEvent(completed("We should wait"), 4)).toBeUndefined()
    const present = new TurnOffsets()
    present.applyEvent(started, 3)
    present.markCaughtUp()
    expect(present.applyEvent(completed("We should wait"), 4)?.data).toMatchObject({
      offset: 0,
      chunk: "We should wait",
    })
  })
})
