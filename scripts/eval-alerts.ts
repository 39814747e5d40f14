import { readLines } from "./eval-input.ts"
import { evaluateAlerts } from "./evaluation/evaluate-alerts.ts"
import { parseRecordedDiscussions } from "./evaluation/recorded-discussions.ts"

/** Prints how often discussions with an alert end wrong, compared with the base rate: `npm run eval:alerts -- FILE`. */
const discussions = parseRecordedDiscussions(readLines("npm run eval:alerts -- discussions.jsonl[.gz]"))

const percent = (share: number) => (share * 100).toFixed(1).padStart(6)
console.log("corpus        n  alert         raised in  wrong then %  base rate %  lift  of all wrong %")
for (const { corpus, kind, discussions: count, raised, precision, baseRate, lift, recall } of evaluateAlerts(
  discussions,
)) {
  console.log(
    `${corpus.padEnd(8)} ${String(count).padStart(6)}  ${kind.padEnd(12)} ${String(raised).padStart(10)}        ${percent(precision)}       ${percent(baseRate)}  ${lift.toFixed(2)}          ${percent(recall)}`,
  )
}
