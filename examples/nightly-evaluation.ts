/**
 * A nightly check that the table is still accurate enough. Answers are cached by question, so a run only pays for new
 * ones. Fails if the accuracy drops below a threshold.
 */
import assert from "node:assert/strict"
import {
  conclave,
  type DiscussionInput,
  parseQuestions,
  ResultCache,
  runEvaluation,
  summarizeEvaluation,
} from "conclave"

const questions = parseQuestions(
  ["question,options,answer", "Is 17 a prime number?,yes|no,A", "Is 21 a prime number?,yes|no,B"].join("\n"),
  "questions.csv",
)
// With API keys, use models such as "openai/gpt-5.4-mini". Rehearsal models say nothing about accuracy.
const seats = [
  { name: "Ada", model: "rehearsal/auto" },
  { name: "Bo", model: "rehearsal/auto" },
]
const own = conclave()
const run = await runEvaluation({
  questions,
  table: { format: "panel", seats },
  budget: { tokens: 200_000 },
  cache: new ResultCache(), // new ResultCache(lines, appendLine) persists it
  discuss: async (input: DiscussionInput) => {
    const discussion = own.discuss(input)
    await discussion.outcome
    return discussion.state
  },
})
const report = summarizeEvaluation(run, { title: "Nightly", seed: 1 })
console.log(JSON.stringify(report, null, 2))

const required = 0 // set it to the accuracy of your table
assert.equal(run.failed.length, 0)
assert.equal(run.asked, questions.length)
assert.ok(report.groups[0]!.arms[0]!.accuracy.mean >= required, "the table has become less accurate")
