import { createParser, type EventSourceMessage } from "eventsource-parser"
import { expect, test } from "vitest"
import { encodeSse } from "../../../src/core/public/encode-sse.ts"
import type { PublicEvent } from "../../../src/core/public/types.ts"
import { decodeEvent } from "./discussions.ts"

const at = "2026-01-31T12:00:00.000Z"
const events: readonly PublicEvent[] = [
  { seq: 7, type: "discussion_paused", at, data: { reason: "turn_limit" } },
  { seq: 7, type: "turn_chunk", at, data: { turnId: "t1", role: "ann", attempt: 2, offset: 3, chunk: "a\n\nb: c" } },
]

test("what the server encodes is decoded to the same events", () => {
  const messages: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => void messages.push(message) })
  for (const event of events) parser.feed(encodeSse("d", event))
  expect(messages.map(decodeEvent)).toEqual(events)
  expect(messages.map(({ id }) => id)).toEqual(["7", "7:t1:2:10"])
})
