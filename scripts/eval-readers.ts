/** Measures the readers of replies on recorded ones: `npm run eval:readers -- FILE` (JSON lines, gzipped or not). */
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { evaluateReaders, type RecordedReply } from "../src/evaluation/evaluate-readers.ts"

const file = process.argv[2]
if (file === undefined) {
  console.error("Usage: npm run eval:readers -- FILE")
  process.exit(2)
}
const bytes = readFileSync(file)
const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString("utf8")
const rows = text
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => JSON.parse(line) as RecordedReply)

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
const verbose = process.argv.includes("--wrong")
const { groups, slowestMs, thrown, falsePasses } = evaluateReaders(rows, cpuMs, (miss) => {
  if (verbose) console.log(JSON.stringify(miss))
})
const share = (part: number, whole: number) => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)}%`)
console.log(
  "corpus / kind / language".padEnd(64),
  "replies".padStart(8),
  "read".padStart(8),
  "right of read".padStart(14),
  "without disputed labels".padStart(24),
)
for (const [name, { replies, read, right, disputed, labelled }] of groups) {
  const of = labelled ? share(right, read) : "-"
  const undisputed = labelled ? share(right, read - disputed) : "-"
  console.log(
    name.padEnd(64),
    String(replies).padStart(8),
    share(read, replies).padStart(8),
    of.padStart(14),
    undisputed.padStart(24),
  )
}
console.log(`slowest: ${slowestMs.toFixed(1)} ms CPU per 10 KB; thrown: ${thrown}; false passes: ${falsePasses}`)
