import { optionNames } from "../src/core/reading/match-option.ts"
import { readChoiceProse } from "../src/core/reading/read-choice.ts"
import { wordsOf } from "../src/core/reading/words/index.ts"
import { maxAnalysedLength } from "../src/core/text.ts"
import { readLines } from "./eval-input.ts"

/**
 * Prints how often the ledger can infer a seat's option from its prose alone, without a stance or an open vote, and how
 * often correctly: `npm run eval:positions -- FILE`.
 */
interface Turn {
  readonly answer?: number | null
  readonly text?: string
}
interface Discussion {
  readonly set: string
  readonly question: string
  readonly options: readonly string[] | null
  readonly rounds: readonly (readonly (Turn | null)[])[]
}

const counts = new Map<string, { turns: number; read: number; right: number }>()
for (const line of readLines("npm run eval:positions -- discussions.jsonl[.gz]").split("\n")) {
  if (line.trim() === "") continue
  const { set, question, options, rounds } = JSON.parse(line) as Discussion
  if (options === null || options.length < 2) continue
  const names = optionNames(options, wordsOf({ code: "en" }), question)
  const count = counts.get(set) ?? { turns: 0, read: 0, right: 0 }
  counts.set(set, count)
  for (const turn of rounds.flat()) {
    if (typeof turn?.answer !== "number" || turn.text === undefined) continue
    const read = readChoiceProse(turn.text.slice(-maxAnalysedLength), names)
    count.turns += 1
    if (!read) continue
    count.read += 1
    if (read.option === turn.answer) count.right += 1
  }
}

console.log("set                       turns   known %   right of known %")
for (const [set, { turns, read, right }] of counts) {
  const percent = (part: number, whole: number) => ((100 * part) / Math.max(whole, 1)).toFixed(1).padStart(8)
  console.log(`${set.padEnd(22)} ${String(turns).padStart(8)}  ${percent(read, turns)}   ${percent(right, read)}`)
}
