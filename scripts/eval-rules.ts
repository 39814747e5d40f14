import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { evaluateRules, type RecordedDiscussion } from "../src/evaluation/evaluate-rules.ts"

/** Prints how right each pair of `talk` and `counts` is on recorded discussions: `npm run eval:rules -- FILE` (JSON lines, perhaps gzipped). */
const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error("usage: npm run eval:rules -- discussions.jsonl[.gz]")
  process.exit(2)
}

interface Line {
  readonly corpus: string
  readonly gold: string | number
  readonly rounds: readonly (readonly ({ readonly answer?: string | number | null } | null)[])[]
}

const bytes = readFileSync(file)
const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8")
const discussions = text
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line): RecordedDiscussion => {
    const { corpus, gold, rounds } = JSON.parse(line) as Line
    const answerOf = (answer: string | number | null | undefined) =>
      answer === null || answer === undefined ? null : String(answer)
    return { corpus, gold: String(gold), rounds: rounds.map((round) => round.map((seat) => answerOf(seat?.answer))) }
  })

const percent = (share: number) => (share * 100).toFixed(1)
const signed = (share: number) => `${share >= 0 ? "+" : ""}${percent(share)}`
console.log("corpus        n  talk         counts   right %   against always-first (95%)   rounds spoken")
for (const { corpus, discussions: count, talk, counts, accuracy, gain, rounds } of evaluateRules(discussions)) {
  const against = `${signed(gain.mean)} (${signed(gain.low)} to ${signed(gain.high)})`
  console.log(
    `${corpus.padEnd(8)} ${String(count).padStart(6)}  ${talk.padEnd(12)} ${counts.padEnd(7)} ${percent(accuracy).padStart(8)}   ${against.padEnd(28)} ${percent(rounds).padStart(6)}%`,
  )
}
