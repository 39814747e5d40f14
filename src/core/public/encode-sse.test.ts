import { expect, test } from "vitest"
import { encodeSse } from "./encode-sse.ts"
import { publish } from "./publish.ts"

const interjection = { id: "i1", author: "Ada", content: "line\nbreak", roundNumber: 1, timestamp: 0 }

test("an event is one message with a hyphenated name, the discussion's id and the time [events.common]", () => {
  const message = encodeSse("d1", publish({ type: "interjection", data: { interjection }, seq: 9, at: 0 }))
  expect(message).toMatch(/^event: interjection\ndata: .*\nid: 9\n\n$/)
  expect(JSON.parse(/data: (.*)/.exec(message)![1]!)).toEqual({
    discussionId: "d1",
    timestamp: "1970-01-01T00:00:00.000Z",
    interjection: { ...interjection, timestamp: "1970-01-01T00:00:00.000Z" },
  })
})

test("words in mid-turn are addressed by turn, attempt and offset", () => {
  const data = { role: "ann", turnId: "t3", attempt: 2, offset: 5, chunk: "more" }
  const message = encodeSse("d1", publish({ type: "turn_chunk", data, seq: 12, at: 0 }))
  expect(message).toContain("event: turn-chunk\n")
  expect(message).toContain("id: 12:t3:2:9\n")
})

test("nothing that a seat knows in private leaves the process", () => {
  const seat = {
    id: "ann",
    name: "Ann",
    kind: "model",
    role: "member",
    persona: "CANARY-1",
    briefing: "CANARY-2",
  } as const
  const event = publish({ type: "seat_joined", data: { seat, fromRound: 2 }, seq: 3, at: 0 })
  expect(encodeSse("d1", event)).not.toContain("CANARY")
})
