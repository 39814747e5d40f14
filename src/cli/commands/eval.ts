import { writeFile } from "node:fs/promises"
import { ConclaveError, invalidInput } from "../../core/errors.ts"
import { presetNames } from "../../core/formats/index.ts"
import { languageCodes } from "../../core/languages/index.ts"
import { protocolNames } from "../../core/protocols/index.ts"
import { evaluate } from "../../evaluation/evaluate.ts"
import { parseRecordedAnswers, type RecordedAnswers, selectModels } from "../../evaluation/recorded-answers.ts"
import { weightsToSave } from "../../evaluation/saved-weights.ts"
import { writeEvaluation } from "../../evaluation/write-evaluation.ts"
import { command, groups, withHeading, writeJson } from "../command.ts"
import type { QuestionOptions } from "../evaluate-questions.ts"
import { printable } from "../printable.ts"
import { checkWritable } from "../text-files.ts"
import { readJsonFile } from "../weights-file.ts"

interface Options extends Partial<QuestionOptions> {
  readonly size?: readonly number[]
  readonly judge?: string
  readonly save?: string
}

const defaultSeed = 1
const evaluationDefaults = { out: "evaluation", concurrency: 4 } as const

export const commands = [
  command<Options>({
    name: "eval",
    group: groups.history,
    about: "measure the accuracy of a table, of each voting method, or of the vote readers",
    details: [
      "The questions of a file (.csv or .jsonl) are put to a table, to each of its models alone, and to the best of these models as often as the table calls models (its most frequent answer counts). The report, with confidence intervals, cost and categories, is written as HTML, Markdown and JSON. Answers are cached in the same folder, so that the same command continues where it stopped. Nothing is stored in the database.",
      "Each question has `question` and `answer`, and optionally `id`, `category` and `options`: in CSV with | between them or a column for each (A, B, …), and `answer` may be its letter.",
      "A file of recorded answers (.json) is evaluated without calling a model.",
      "Learns what each model's vote is worth from one half of the answers and judges on the other: every protocol, for panels of every size, beside the best single model, a calibrated vote, and an oracle that is right where any of them is.",
      'The file is JSON: `{ "source": "where they come from", "models": ["a", "b"], "rows": [[1, "law", 4, "B", "BA"], …] }`. A row has the question, its category, how many options it has, the letter of the right one, and one letter for each model, `-` where none could be read.',
      "`conclave eval readers FILE` reads recorded replies, one JSON object a line with `corpus`, `kind` (vote, choice, ballot or statement), `lang`, `text`, perhaps `model`, and what it means (`label`, with `options` and `texts`). It prints how many had the asked form, how many were read, how many name an option at all and how many of these were read, and how many of those read are right: by the labels, and without labels that the reply's own mark contradicts.",
    ],
    arguments: [
      { name: "file", about: "questions, or recorded answers; `readers` to measure how replies are read" },
      { name: "replies", about: "with `readers`: recorded replies (.jsonl, perhaps gzipped)", optional: true },
    ],
    options: [
      ...withHeading("Questions", [
        {
          flags: "-f, --format <name>",
          about: "the format of the discussion",
          choices: presetNames,
          defaultText: "panel with --seat or --model",
        },
        { flags: "-t, --table <table>", values: "tables", about: "a table by its name, or a table file (YAML)" },
        {
          flags: "-s, --seat <seat>",
          values: "seats",
          about: "a seat at the table, as for `conclave discuss`",
          repeatable: true,
        },
        { flags: "--language <code>", about: "the language of the discussions", choices: languageCodes },
        { flags: "--protocol <name>", about: "voting method", choices: protocolNames },
        {
          flags: "--out <folder>",
          about: "folder of the report and of the answers so far",
          defaultText: evaluationDefaults.out,
        },
        {
          flags: "--concurrency <number>",
          about: "how many questions to run at the same time",
          valueType: "whole",
          defaultText: String(evaluationDefaults.concurrency),
        },
        {
          flags: "--budget-tokens <number>",
          field: "budget.tokens",
          about: "tokens to spend in all",
          valueType: "whole",
        },
        {
          flags: "--budget-dollars <number>",
          field: "budget.dollars",
          about: "US dollars to spend in all",
          valueType: "number",
        },
        { flags: "--audit", about: "every model also judges the others' answers: order, length and self-preference" },
        { flags: "--record <file>", about: "record what models answer" },
        { flags: "--replay <file>", about: "replay answers from such a file" },
      ]),
      {
        flags: "--seed <number>",
        about: "random seed; with recorded answers it splits them into halves, and several give several splits",
        valueType: "whole",
        repeatable: true,
        defaultText: String(defaultSeed),
      },
      { flags: "--size <number>", about: "only panels of this size", valueType: "whole", repeatable: true },
      {
        flags: "-m, --model <name>",
        values: "models",
        about: "a seat with this model; with recorded answers, only these models",
        repeatable: true,
      },
      { flags: "--judge <file>", about: "recorded answers to evaluate on; all others are then learned from" },
      { flags: "--save <file>", about: "write what was learned, for `conclave discuss --weights`" },
    ],
    examples: [
      "conclave eval questions.csv --model openai/gpt-5 --model ollama/qwen3 --budget-dollars 5",
      "conclave eval questions.csv --model rehearsal/steady --model rehearsal/bold --audit",
      "conclave eval answers.json",
      "conclave eval readers replies.jsonl",
      "conclave eval answers.json --model openai/gpt-5 --model ollama/qwen3 --save weights.json",
    ],
    async run(context) {
      const { args, options, terminal } = context
      if (args[0] === "readers") {
        const { evaluateReplies } = await import("../evaluate-replies.ts")
        return evaluateReplies(args[1], { terminal, json: options.json === true })
      }
      const isAnswers = args[0]!.endsWith(".json")
      refuseFlags(options, isAnswers ? questionFlags : answerFlags, isAnswers)
      if (!isAnswers) {
        const { evaluateQuestions } = await import("../evaluate-questions.ts")
        return evaluateQuestions({ ...context, options: { ...evaluationDefaults, ...options } }, args[0]!)
      }
      const { seed: seeds = [defaultSeed], size: sizes, model, save } = options
      await checkWritable([save])
      const all = parseAnswers(readJsonFile(args[0]!))
      const recorded = model ? selectModels(all, model) : all
      const wrong = sizes?.find((size) => size < 1 || size > recorded.models.length)
      if (wrong !== undefined) {
        throw invalidInput([{ field: "--size", message: `must be 1 to ${recorded.models.length}, not ${wrong}` }])
      }
      const judgeOn = options.judge === undefined ? undefined : parseAnswers(readJsonFile(options.judge))
      const evaluations = seeds.map((seed) => evaluate(recorded, { seed, sizes, judgeOn }))
      if (options.json) writeJson(terminal, { evaluations })
      else for (const evaluation of evaluations) terminal.write(`${printable(writeEvaluation(evaluation))}\n`)
      if (save !== undefined) {
        await writeFile(save, `${JSON.stringify(weightsToSave(recorded), null, 2)}\n`)
        terminal.note(`the weights are in ${save}; use them with: conclave discuss --weights ${save}\n`)
      }
    },
  }),
]

const answerFlags = ["size", "judge", "save"] as const
const questionFlags = [
  ...(["format", "table", "seat", "protocol", "language", "out", "concurrency"] as const),
  ...(["budgetTokens", "budgetDollars", "audit", "record", "replay"] as const),
]

/** A flag that would do nothing is a mistake. */
function refuseFlags(options: Options, names: readonly (keyof Options)[], isAnswers: boolean): void {
  const kind = isAnswers ? "questions (.csv or .jsonl)" : "recorded answers (.json)"
  const problems = names
    .filter((name) => options[name] !== undefined)
    .map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
    .map((flag) => ({ field: `--${flag}`, message: `is for ${kind}; leave it out` }))
  if (problems.length > 0) throw invalidInput(problems)
}

function parseAnswers(content: unknown): RecordedAnswers {
  try {
    return parseRecordedAnswers(content)
  } catch (error) {
    if (!(error instanceof ConclaveError)) throw error
    const shape = { field: "file", message: "is not of the shape that conclave eval --help describes" }
    throw invalidInput([...error.problems, shape])
  }
}
