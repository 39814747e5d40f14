import { expect, test } from "vitest"
import { subDiscussionId } from "./sub-discussion.ts"

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test("ids are UUIDs derived from parent and number", () => {
  const ids = new Set<string>()
  for (let parent = 0; parent < 5_000; parent++) {
    const id = `0b6f3c1e-6a58-4a0e-9b1e-${parent.toString(16).padStart(12, "0")}`
    for (const sub of ["s1", "s2", "s20"]) {
      expect(subDiscussionId(id, sub)).toMatch(form)
      ids.add(subDiscussionId(id, sub))
    }
  }
  expect(ids.size).toBe(15_000)
  expect(subDiscussionId("d1", "s1")).toBe(subDiscussionId("d1", "s1"))
})
