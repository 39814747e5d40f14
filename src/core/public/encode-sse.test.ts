import { expect, test } from "vitest"
import { encodeSse } from "./encode-sse.ts"

const at = "1970-01-01T00:00:00.000Z"

test("events are sent with hyphenated names, id, discussion and time [events.common]", () => {
  const data = { reason: "person" } as const
  expect(encodeSse("d1", { type: "discussion_paused", data, seq: 9, at }).split("\n").toSorted()).toEqual([
    "",
    "",
    `data: ${JSON.stringify({ discussionId: "d1", timestamp: at, ...data })}`,
    "event: discussion-paused",
    "id: 9",
  ])
})

test("a line break in a text does not end the message", () => {
  const parts = { id: "i1", author: "Ann", content: "line\nbreak\r\n\ndata: x", roundNumber: 1, timestamp: at }
  const message = encodeSse("d1", { type: "interjection", data: { interjection: parts }, seq: 2, at })
  expect(message.split("\n")).toHaveLength(5)
  expect(message.endsWith("\n\n")).toBe(true)
})

test("a chunk's id has the turn, the attempt and the end offset [events.common]", () => {
  const data = { role: "model-a", turnId: "t3", attempt: 2, offset: 10, chunk: "words" }
  const lines = encodeSse("d1", { type: "turn_chunk", data, seq: 7, at }).split("\n")
  expect(lines).toContain("id: 7:t3:2:15")
  expect(lines).toContain("event: turn-chunk")
  expect(lines).toContain(`data: ${JSON.stringify({ discussionId: "d1", timestamp: at, ...data })}`)
})
