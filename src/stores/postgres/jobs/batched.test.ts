import { expect, test } from "vitest"
import { batched } from "./batched.ts"

test("items that arrive together or during a batch share the next one, each runs once and gets its result", async () => {
  const batches: number[][] = []
  let began = Promise.withResolvers<void>()
  const add = batched<number>(async (items) => {
    batches.push([...items])
    began.resolve()
    await new Promise((resolve) => setImmediate(resolve))
    if (items.includes(6)) throw new Error("no")
  })
  const atOnce = [1, 2].map(add)
  await began.promise
  began = Promise.withResolvers()
  const meanwhile = [3, 4, 5].map(add)
  await Promise.all([...atOnce, ...meanwhile])
  expect(batches).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
  began = Promise.withResolvers()
  const failing = add(6)
  await began.promise
  const results = await Promise.allSettled([failing, add(7)])
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"])
})
