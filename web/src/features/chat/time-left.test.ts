import { expect, test } from "vitest"
import { formatTimeLeft } from "./time-left.tsx"

test.each([
  [-5, "0 sec"],
  [48_000, "48 sec"],
  [200_000, "3 min 20 sec"],
  [12 * 60_000 + 30_000, "12 min"],
  [90 * 60_000, "1 hr 30 min"],
  [51 * 3_600_000, "2 days 3 hr"],
])("%d ms are shown as %s", (milliseconds, text) => expect(formatTimeLeft(milliseconds, "en")).toBe(text))
