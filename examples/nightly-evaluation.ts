/**
 * Run every night: is the table still better than its models alone? Answers are cached by what was asked, so that a run
 * costs only what is new, and the program fails where the table has become worse.
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
// With keys set: models such as "openai/gpt-5.4-mini". Rehearsal models only show how it runs.
const seats = [
  { name: "Ada", model: "rehearsal/auto" },
  { name: "Bo", model: "rehearsal/auto" },
]
const own = conclave()
const run = await runEvaluation({
  questions,
  table: { format: "panel", seats },
  budget: { tokens: 200_000 },
  cache: new ResultCache(), // new ResultCache(file) keeps it for the next night
  discuss: async (input: DiscussionInput) => {
    const discussion = own.discuss(input)
    await discussion.outcome
    return discussion.state
  },
})
const report = summarizeEvaluation(run, { title: "Nightly", seed: 1 })
console.log(JSON.stringify(report, null, 2))

const required = 0 // raise it to what your table reaches
assert.equal(run.failed.length, 0)
assert.equal(run.asked, questions.length)
assert.ok(report.groups[0]!.arms[0]!.accuracy.mean >= required, "the table has become worse")
