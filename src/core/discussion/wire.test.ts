import { expect, test } from "vitest"
import { encodeSse, toWire } from "./wire.ts"

test("events go over the wire hyphenated, with id, discussion and time [events.common]", () => {
  const wire = toWire("d1", { type: "discussion_aborted", data: { reason: "line\nbreak" }, seq: 9, at: 0 })
  expect(wire).toEqual({
    id: "9",
    event: "discussion-aborted",
    data: { discussionId: "d1", timestamp: "1970-01-01T00:00:00.000Z", reason: "line\nbreak" },
  })
  expect(encodeSse(wire).split("\n")).toEqual([
    "id: 9",
    "event: discussion-aborted",
    `data: ${JSON.stringify(wire.data)}`,
    "",
    "",
  ])
})

test("a chunk's id says how far the attempt has been heard", () => {
  const data = { role: "model-a", turnId: "t3", attempt: 2, offset: 10, chunk: "words" }
  expect(toWire("d1", { type: "turn_chunk", data, seq: 7, at: 0 })).toMatchObject({
    id: "7:t3:2:15",
    event: "turn-chunk",
  })
})
