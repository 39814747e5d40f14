import { expect, test } from "vitest"
import type { Phase } from "../discussion/phase.ts"
import { phaseName } from "./phase-name.ts"

const turn = (seat: string): Phase => ({ kind: "turn", seat })
const check = (seat: string): Phase => ({ kind: "check", seat })

test("the phases of a duet have the names of its contract [duet.phases]", () => {
  const phases: Phase[] = [{ kind: "idle" }, turn("model-a"), turn("model-b"), check("model-a"), check("model-b")]
  expect(phases.map(phaseName)).toEqual([
    "idle",
    "model-a-turn",
    "model-b-turn",
    "consensus-check-a",
    "consensus-check-b",
  ])
  expect(phaseName(turn("critical"))).toBe("critical-turn")
})
