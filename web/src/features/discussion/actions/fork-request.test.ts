import { describe, expect, test } from "vitest"
import { toForkRequest } from "./fork-request.ts"

const options = { rounds: 3, temperature: 0.7, maxTokens: 2048 } as NonNullable<
  Parameters<typeof toForkRequest>[1]["options"]
>
const original = { topic: "What first?", options }
const same = {
  atTurn: "t4",
  table: "",
  topic: "What first?",
  rounds: "3",
  temperature: "0.7",
  maxTokens: "2048",
  changes: {},
  joined: [],
}

describe("a fork request", () => {
  test("has only the turn if nothing changes", () => {
    expect(toForkRequest(same, original)).toEqual({ atTurn: "t4" })
    expect(toForkRequest({ ...same, atTurn: "", topic: "  ", rounds: "", changes: { ann: {} } }, original)).toEqual({
      atTurn: 0,
    })
  })

  test("has only the changes", () => {
    const changes = {
      ann: { model: "rehearsal/bold" },
      ben: { persona: "You doubt." },
      cai: { model: "", persona: " " },
      dan: { model: "rehearsal/bold", leaves: true },
    }
    const joined = [
      { name: " Dee ", kind: "model", model: "rehearsal/curious", persona: "" },
      { name: "Eve", kind: "human", model: "rehearsal/curious", persona: "You ask." },
      { name: " ", kind: "model", model: "", persona: "" },
    ] as const
    const draft = { ...same, table: "duet", topic: "What then?", rounds: "5", maxTokens: "512", changes, joined }
    expect(toForkRequest(draft, original)).toEqual({
      atTurn: "t4",
      changes: {
        table: "duet",
        topic: "What then?",
        seats: [
          { seat: "ann", model: "rehearsal/bold" },
          { seat: "ben", persona: "You doubt." },
        ],
        join: [
          { name: "Dee", kind: "model", model: "rehearsal/curious" },
          { name: "Eve", kind: "human", persona: "You ask." },
        ],
        leave: ["dan"],
        options: { rounds: 5, maxTokens: 512 },
      },
    })
  })
})
