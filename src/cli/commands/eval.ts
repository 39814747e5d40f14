import { writeFile } from "node:fs/promises"
import { ConclaveError, invalidField, invalidInput } from "../../core/errors.ts"
import { presetNames, presets } from "../../core/formats/index.ts"
import { languageCodes } from "../../core/languages/index.ts"
import { protocolNames } from "../../core/protocols/index.ts"
import { evaluate, writeEvaluation } from "../../evaluation/evaluate.ts"
import { parseRecordedAnswers, type RecordedAnswers, selectModels } from "../../evaluation/recorded-answers.ts"
import { weightsToSave } from "../../evaluation/saved-weights.ts"
import { command, groups, withHeading, writeJson } from "../command.ts"
import type { QuestionOptions } from "../evaluate-questions.ts"
import { printable } from "../printable.ts"
import { checkWritable, readJsonFile } from "../text-files.ts"

interface Options extends Partial<QuestionOptions> {
  readonly size?: readonly number[]
  readonly judge?: string
  readonly save?: string
}

const defaultSeed = 1
const evaluationDefaults = { out: "evaluation", concurrency: 4, seatsFormat: presets.panel.name } as const

export const commands = [
  command<Options>({
    name: "eval",
    group: groups.history,
    about: "measure the accuracy of a table, of each voting method, or of the vote readers",
    details: [
      "Puts the questions of a file (.csv or .jsonl) to a table, to each of its models alone, and to the best of these models as often as the table calls models (its most frequent answer counts). The report, with confidence intervals, cost and categories, is written as HTML, Markdown and JSON. Answers are cached in the same folder: run the same command again to continue. Nothing is stored in the database.",
      "Each question has `question` and `answer`, and optionally `id`, `category` and `options`. In CSV, separate the options with | or give each a column (A, B, …). `answer` may be the letter of an option.",
      "A file of recorded answers (.json) is evaluated without calling a model.",
      "Weights for each model's vote are learned from one half of the answers. The other half measures the accuracy of every protocol for panels of every size, compared with the best single model, a vote with the learned weights (calibrated), and an oracle that is right if any model of the panel is.",
      'The file is JSON: `{ "source": "origin of the answers", "models": ["a", "b"], "rows": [[1, "law", 4, "B", "BA"], …] }`. A row has the question or its id, the category, the number of options, the letter of the right option, and one letter per model (`-` for an unreadable answer).',
      "`conclave eval readers FILE` measures the vote readers on recorded replies: one JSON object per line with `corpus`, `kind` (vote, choice, ballot or statement), `lang`, `text`, optionally `model`, and the meaning (`label`, with `options` and `texts`). It prints how many replies have the requested form, how many were read, how many name an option and how many of these were read, and how many were read correctly: by all labels, and without the labels that the reply's own mark contradicts.",
    ],
    arguments: [
      { name: "file", about: "questions or recorded answers; `readers` to measure the vote readers" },
      { name: "replies", about: "with `readers`: recorded replies (.jsonl, optionally gzipped)", optional: true },
    ],
    options: [
      ...withHeading("Questions", [
        {
          flags: "-f, --format <name>",
          about: "discussion format",
          choices: presetNames,
          defaultText: `${evaluationDefaults.seatsFormat} with --seat or --model`,
        },
        { flags: "-t, --table <table>", values: "tables", about: "name of a table, or a table file (YAML)" },
        {
          flags: "-s, --seat <seat>",
          values: "seats",
          about: "a seat at the table, as for `conclave discuss`",
          repeatable: true,
        },
        { flags: "--language <code>", about: "language of the discussions", choices: languageCodes },
        { flags: "--protocol <name>", about: "voting method", choices: protocolNames },
        {
          flags: "--out <folder>",
          about: "folder for the report and the cached answers",
          defaultText: evaluationDefaults.out,
        },
        {
          flags: "--concurrency <number>",
          about: "maximum number of questions in flight",
          valueType: "whole",
          defaultText: String(evaluationDefaults.concurrency),
        },
        {
          flags: "--budget-tokens <number>",
          field: "budget.tokens",
          about: "maximum number of tokens to spend",
          valueType: "whole",
        },
        {
          flags: "--budget-dollars <number>",
          field: "budget.dollars",
          about: "maximum US dollars to spend",
          valueType: "number",
        },
        { flags: "--audit", about: "also measure the bias of every model as a judge: order, length and own answers" },
        { flags: "--record <file>", about: "record the models' replies" },
        { flags: "--replay <file>", about: "replay recorded replies instead of calling models" },
      ]),
      {
        flags: "--seed <number>",
        about: "random seed; with recorded answers, each seed gives one split into halves",
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
      { flags: "--judge <file>", about: "recorded answers to judge on, instead of one half of the first file" },
      { flags: "--save <file>", about: "write the learned weights, for `conclave discuss --weights`" },
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
      if (wrong !== undefined) throw invalidField("--size", `must be 1 to ${recorded.models.length}, not ${wrong}`)
      const judgeOn = options.judge === undefined ? undefined : parseAnswers(readJsonFile(options.judge))
      const evaluations = seeds.map((seed) => evaluate(recorded, { seed, sizes, judgeOn }))
      if (options.json) writeJson(terminal, { evaluations })
      else for (const evaluation of evaluations) terminal.write(`${printable(writeEvaluation(evaluation))}\n`)
      if (save !== undefined) {
        await writeFile(save, `${JSON.stringify(weightsToSave(recorded), null, 2)}\n`)
        terminal.note(`weights written to ${save}; use them with: conclave discuss --weights ${save}\n`)
      }
    },
  }),
]

const answerFlags = ["size", "judge", "save"] as const
const questionFlags = [
  ...(["format", "table", "seat", "protocol", "language", "out", "concurrency"] as const),
  ...(["budgetTokens", "budgetDollars", "audit", "record", "replay"] as const),
]

/** Rejects flags that would have no effect on this kind of file. */
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
    const shape = { field: "file", message: "must have the format described by conclave eval --help" }
    throw invalidInput([...error.problems, shape])
  }
}
