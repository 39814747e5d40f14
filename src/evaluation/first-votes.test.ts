import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { parseRecordedAnswers } from "./recorded-answers.ts"

const file = join(import.meta.dirname, "../../test/fixtures/data/mmlu-pro-answers.json")
const { answers, models } = parseRecordedAnswers(JSON.parse(readFileSync(file, "utf8")))

function panelsOf(size: number, from = 0): number[][] {
  if (size === 0) return [[]]
  return models
    .slice(from)
    .flatMap((_, index) => panelsOf(size - 1, from + index + 1).map((rest) => [from + index, ...rest]))
}

/**
 * For all panels of a size: how often all agree, how often they are right then, and how often any seat is right
 * otherwise.
 */
function firstVotes(size: number) {
  const counted = { agree: 0, rightThen: 0, contested: 0, someoneRight: 0, all: 0 }
  for (const panel of panelsOf(size)) {
    for (const { given, right } of answers) {
      const [first, ...others] = panel.map((model) => given[model]!)
      const agree = first !== -1 && others.every((answer) => answer === first)
      counted.all++
      if (agree) {
        counted.agree++
        if (first === right) counted.rightThen++
      } else {
        counted.contested++
        if (first === right || others.includes(right)) counted.someoneRight++
      }
    }
  }
  const share = (part: number, whole: number) => Math.round((part / whole) * 1_000) / 10
  return {
    agree: share(counted.agree, counted.all),
    rightThen: share(counted.rightThen, counted.agree),
    someoneRight: share(counted.someoneRight, counted.contested),
  }
}

/** The figures behind decision record 0016. */
test("panels that agree before any discussion are mostly right, and the others can gain", () => {
  expect(firstVotes(2)).toEqual({ agree: 47.5, rightThen: 76.4, someoneRight: 57.8 })
  expect(firstVotes(3)).toEqual({ agree: 34.2, rightThen: 84.3, someoneRight: 69.1 })
}, 60_000)
