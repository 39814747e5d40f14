import { describe, expect, test } from "vitest"
import { type LivePanel, type LiveTurn, silentPanel } from "./live-panel.ts"
import { logItems } from "./log-items.ts"

function entry(id: string, speaker: string, turnIndex: number | null) {
  const said = { id, speaker, role: "leader", agentId: null, content: id, turnIndex, roundNumber: 1 }
  return { ...said, createdAt: "2026-01-01T00:00:00.000Z", metadata: {} }
}

function live(...turns: readonly Partial<LiveTurn>[]): LivePanel {
  const usual = { seat: "leo", roundNumber: 1, attempt: 1, modelId: "a/b", text: "", isDone: true, isPass: false }
  return { ...silentPanel, turns: turns.map((turn) => ({ id: "", ...usual, ...turn })) }
}

describe("the log of a panel", () => {
  const order = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)

  test("a skipped turn stands where it would have been, also after all is told", () => {
    const turns = live({ id: "t1" }, { id: "t2", skipped: "no answer" }, { id: "t3" })
    expect(order(logItems([entry("t1", "Leo", 0), entry("t3", "Leo", 1)], turns, []))).toEqual(["t1", "t2", "t3"])
  })

  test("what is being said stands last, after words out of turn, and each once", () => {
    const turns = live({ id: "t1" }, { id: "t2", isDone: false })
    const items = logItems([entry("t1", "Leo", 0), entry("i1", "kim", null)], turns, [])
    expect(order(items)).toEqual(["t1", "i1", "t2"])
    expect(items.at(-1)?.isSpeaking).toBe(true)
  })

  test("entries stand by themselves where nothing is followed", () => {
    expect(order(logItems([entry("t1", "Leo", 0), entry("t2", "Leo", 1)], silentPanel, []))).toEqual(["t1", "t2"])
  })
})
