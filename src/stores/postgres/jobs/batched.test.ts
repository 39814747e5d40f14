import { expect, test } from "vitest"
import { batched } from "./batched.ts"

test("what comes while some is being done is done together, each once, and learns what became of it", async () => {
  const batches: number[][] = []
  const add = batched<number>(async (items) => {
    batches.push([...items])
    await new Promise((resolve) => setImmediate(resolve))
    if (items.includes(4)) throw new Error("no")
  })
  const results = await Promise.allSettled([1, 2, 3].map(add))
  expect(batches).toEqual([[1], [2, 3]])
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"])
  const later = await Promise.allSettled([add(4), add(5)])
  expect(later.map(({ status }) => status)).toEqual(["rejected", "fulfilled"])
})
