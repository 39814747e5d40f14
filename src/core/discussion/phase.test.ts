import { describe, expect, test } from "vitest"
import { allowedTransitions, type Phase, transition } from "./phase.ts"

const turn = (seat: string): Phase => ({ kind: "turn", seat })
const check = (seat: string): Phase => ({ kind: "check", seat })

describe("phases", () => {
  test.each([
    [turn("model-a"), turn("model-b")],
    [turn("model-b"), check("model-a")],
    [check("model-a"), check("model-b")],
    [check("model-b"), { kind: "completed" }],
    [{ kind: "initializing" }, { kind: "aborted" }],
    [turn("model-a"), { kind: "error" }],
  ] as const)("%j may change to %j [traps.abort-initializing]", (from, to) => {
    expect(transition(from, to)).toEqual(to)
  })

  test.each([
    [{ kind: "idle" }, turn("model-a")],
    [{ kind: "completed" }, turn("model-a")],
    [{ kind: "aborted" }, { kind: "completed" }],
    [{ kind: "synthesis" }, turn("model-a")],
  ] as const)("%j may not change to %j [duet.legal-moves]", (from, to) => {
    expect(() => transition(from, to)).toThrow(expect.objectContaining({ code: "STATE_INVALID" }))
  })

  test("a completed discussion stays completed; a failed or aborted one can be restarted", () => {
    expect(allowedTransitions("completed")).toEqual([])
    for (const kind of ["error", "aborted"] as const) expect(allowedTransitions(kind)).toEqual(["idle"])
  })
})
