import { readLines } from "./eval-input.ts"
import { evaluateRules } from "./evaluation/evaluate-rules.ts"
import { parseRecordedDiscussions } from "./evaluation/recorded-discussions.ts"

/** Prints the accuracy of each pair of `talk` and `counts` on recorded discussions: `npm run eval:rules -- FILE`. */
const discussions = parseRecordedDiscussions(readLines("npm run eval:rules -- discussions.jsonl[.gz]"))

const percent = (share: number) => (share * 100).toFixed(1)
const signed = (share: number) => `${share >= 0 ? "+" : ""}${percent(share)}`
console.log("corpus        n  talk         counts   right %   against always-first (95%)   rounds spoken   calls")
for (const { corpus, discussions: count, talk, counts, accuracy, gain, rounds, calls } of evaluateRules(discussions)) {
  const against = `${signed(gain.mean)} (${signed(gain.low)} to ${signed(gain.high)})`
  console.log(
    `${corpus.padEnd(8)} ${String(count).padStart(6)}  ${talk.padEnd(12)} ${counts.padEnd(7)} ${percent(accuracy).padStart(8)}   ${against.padEnd(28)} ${percent(rounds).padStart(6)}%        ${percent(calls).padStart(6)}%`,
  )
}
