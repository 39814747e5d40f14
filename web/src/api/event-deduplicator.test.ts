import { expect, test } from "vitest"
import { EventDeduplicator } from "./event-deduplicator.ts"

const event = (id: string) => ({ id, type: "x", data: null })
const ids = (seen: EventDeduplicator, ...given: string[]) => seen.filterNew(given.map(event)).map(({ id }) => id)

test("each event is given once, in the middle of turns too", () => {
  const seen = new EventDeduplicator()
  expect(ids(seen, "1", "2", "2", "1", "2:t1:1:5", "2:t1:1:5", "2:t1:1:9")).toEqual(["1", "2", "2:t1:1:5", "2:t1:1:9"])
  expect(seen.lastId).toBe("2:t1:1:9")
  expect(ids(seen, "2", "2:t1:1:9", "3", "2:t1:1:12", "3:t2:1:4")).toEqual(["3", "3:t2:1:4"])
})

test("what was known before is left out", () => {
  expect(ids(new EventDeduplicator("4"), "3", "4", "5")).toEqual(["5"])
  expect(ids(new EventDeduplicator("4:t1:1:8"), "4", "4:t1:1:12", "5")).toEqual(["4:t1:1:12", "5"])
})
