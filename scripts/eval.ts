import { readFileSync } from "node:fs"
import { join } from "node:path"
import { evaluate } from "../src/core/deciding/weights/evaluate.ts"
import { readRecordedAnswers } from "../src/core/deciding/weights/recorded-answers.ts"
import { writeEvaluation } from "../src/core/reporting/write-evaluation.ts"

/** `node scripts/eval.ts [file] [seed…]`: how right each way to decide is on recorded answers. */
const [file = join(import.meta.dirname, "../test/fixtures/data/mmlu-pro-answers.json"), ...seeds] =
  process.argv.slice(2)
const recorded = readRecordedAnswers(JSON.parse(readFileSync(file, "utf8")))

for (const seed of seeds.length > 0 ? seeds.map(Number) : [1]) {
  console.log(writeEvaluation(evaluate(recorded, { seed })))
}
