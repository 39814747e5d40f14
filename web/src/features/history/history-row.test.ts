import { expect, test } from "vitest"
import { withoutMarkdown } from "./history-row.tsx"

test.each([
  ["## Use *one* service", "Use one service"],
  ["**Start** with `main`, see [the plan](https://example.com).", "Start with main, see the plan."],
  ["1. First\n2. Second", "First\nSecond"],
  ["2 * 3 * 4 and snake_case and a ** b", "2 * 3 * 4 and snake_case and a ** b"],
])("a row shows %j without Markdown", (text, words) => expect(withoutMarkdown(text)).toBe(words))
