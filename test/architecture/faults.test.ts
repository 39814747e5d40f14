import { expect, test } from "vitest"
import { filesWith } from "../../scripts/faults.ts"
import { faults } from "../faults.ts"

test("each of the 49 faults names existing tests; npm run faults runs them and prints a table", () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(49)
  const missing = faults.flatMap(({ id, proofs }) =>
    proofs.filter((words) => filesWith(words).length === 0).map((words) => `${id}: ${words}`),
  )
  expect(missing).toEqual([])
})
