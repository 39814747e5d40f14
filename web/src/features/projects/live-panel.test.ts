import { describe, expect, test } from "vitest"
import { foldPanel, type LivePanel, silentPanel } from "./live-panel.ts"

const seats = [
  { id: "user", name: "User", kind: "human", role: "user" },
  { id: "leo", name: "Leo", kind: "model", role: "leader", model: "rehearsal/bold" },
]
const started = ["discussion-started", { seats, options: { rounds: 3 } }] as const
const leoBegins = [
  "turn-started",
  { role: "leo", modelId: "rehearsal/bold", roundNumber: 1, turnId: "t2", attempt: 1 },
] as const

function chunk(attempt: number, offset: number, words: string) {
  return ["turn-chunk", { role: "leo", turnId: "t2", attempt, offset, chunk: words }] as const
}

function turn(id: string, role: string, content: string) {
  return { turn: { id, role, roundNumber: 1, content, attempt: 1, passed: false } }
}

function after(...events: readonly (readonly [string, unknown])[]): LivePanel {
  return events.reduce(
    (panel, [type, data], index) => foldPanel(panel, { id: `${index + 1}`, type, data }),
    silentPanel,
  )
}

describe("a panel as it is heard", () => {
  test("words join in their place, also those that come twice", () => {
    const { turns } = after(started, leoBegins, chunk(1, 0, "We "), chunk(1, 3, "begin"), chunk(1, 3, "begin now"))
    expect(turns[0]?.text).toBe("We begin now")
  })

  test("another attempt begins anew, and a late word of the one before is not heard", () => {
    const { turns } = after(started, leoBegins, chunk(1, 0, "Wrong"), chunk(2, 0, "Right"), chunk(1, 5, " still wrong"))
    expect(turns[0]).toMatchObject({ text: "Right", attempt: 2 })
  })

  test("a person is awaited until their words are there", () => {
    const waiting = after(
      started,
      ["turn-started", { role: "user", modelId: null, roundNumber: 1, turnId: "t1", attempt: 1 }],
      ["awaiting-input", { role: "user", callId: "t1", name: "User", roundNumber: 1 }],
    )
    expect(waiting).toMatchObject({ awaited: "user", turns: [] })
    const spoken = foldPanel(waiting, { id: "9", type: "turn-completed", data: turn("t1", "user", "Hello") })
    expect(spoken).toMatchObject({ awaited: undefined, turns: [{ id: "t1", text: "Hello", isDone: true }] })
  })

  test("a turn that is done has its whole text, whatever was heard of it", () => {
    const { turns } = after(started, leoBegins, chunk(1, 0, "We be"), [
      "turn-completed",
      turn("t2", "leo", "We begin."),
    ])
    expect(turns).toHaveLength(1)
    expect(turns[0]).toMatchObject({ text: "We begin.", isDone: true })
  })

  test("why a seat was not heard, why it rests and how it ended are known", () => {
    const skipped = ["turn-skipped", { turnId: "t2", role: "leo", error: { message: "no answer" } }] as const
    expect(after(started, leoBegins, skipped).turns[0]?.skipped).toBe("no answer")
    const rests = after(started, ["discussion-paused", { reason: "turn_limit" }])
    expect(rests.paused).toBe("turn_limit")
    expect(foldPanel(rests, { id: "9", type: "discussion-resumed", data: {} }).paused).toBeUndefined()
    const ended = ["discussion-completed", { stoppingReason: "max_rounds" }] as const
    expect(after(started, ended).end).toEqual({ kind: "completed", reason: "max_rounds" })
  })
})
