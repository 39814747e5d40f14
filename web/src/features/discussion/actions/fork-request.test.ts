import { describe, expect, test } from "vitest"
import { toForkRequest } from "./fork-request.ts"

const options = { rounds: 3, temperature: 0.7 } as NonNullable<Parameters<typeof toForkRequest>[1]["options"]>
const was = { topic: "What first?", options }
const same = { atTurn: "t4", topic: "What first?", rounds: "3", temperature: "0.7", changes: {} }

describe("what is sent for a fork", () => {
  test("nothing but the turn where nothing is to change", () => {
    expect(toForkRequest(same, was)).toEqual({ atTurn: "t4" })
    expect(toForkRequest({ ...same, atTurn: "", topic: "  ", rounds: "", changes: { ann: {} } }, was)).toEqual({
      atTurn: 0,
    })
  })

  test("only what is to be otherwise", () => {
    const changes = {
      ann: { model: "rehearsal/bold" },
      ben: { persona: "You doubt." },
      cai: { model: "", persona: " " },
    }
    expect(toForkRequest({ ...same, topic: "What then?", rounds: "5", changes }, was)).toEqual({
      atTurn: "t4",
      changes: {
        topic: "What then?",
        seats: [
          { seat: "ann", model: "rehearsal/bold" },
          { seat: "ben", persona: "You doubt." },
        ],
        options: { rounds: 5 },
      },
    })
  })
})
