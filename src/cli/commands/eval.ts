import { writeFile } from "node:fs/promises"
import { ConclaveError, invalidInput } from "../../core/errors.ts"
import { evaluate } from "../../evaluation/evaluate.ts"
import { parseRecordedAnswers, type RecordedAnswers, selectModels } from "../../evaluation/recorded-answers.ts"
import { weightsToSave } from "../../evaluation/saved-weights.ts"
import { writeEvaluation } from "../../evaluation/write-evaluation.ts"
import { command, writeJson } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { printable } from "../printable.ts"
import { readJsonFile } from "../weights-file.ts"

interface Options {
  readonly seed?: readonly number[]
  readonly size?: readonly number[]
  readonly model?: readonly string[]
  readonly save?: string
}

const defaultSeed = 1

export const commands = [
  command<Options>({
    name: "eval",
    group: "Looking back",
    about: "measure the accuracy of each voting method on recorded answers",
    details: [
      "Learns what each model's vote is worth from one half of the answers and judges on the other: every protocol, for panels of every size, beside the best single model, a calibrated vote, and an oracle that is right where any of them is.",
      'The file is JSON: `{ "source": "where they come from", "models": ["a", "b"], "rows": [[1, "law", 4, "B", "BA"], …] }`. A row has the question, its category, how many options it has, the letter of the right one, and one letter for each model, `-` where none could be read.',
    ],
    arguments: [{ name: "file", about: "recorded answers" }],
    options: [
      {
        flags: "--seed <number>",
        about: "which half is which; several give several splits",
        valueType: "whole",
        repeatable: true,
        defaultText: String(defaultSeed),
      },
      { flags: "--size <number>", about: "only panels of this size", valueType: "whole", repeatable: true },
      { flags: "-m, --model <name>", about: "only these of the models", repeatable: true },
      { flags: "--save <file>", about: "write what was learned, for `conclave discuss --weights`" },
    ],
    examples: [
      "conclave eval answers.json",
      "conclave eval answers.json --model openai/gpt-5 --model ollama/qwen3 --save weights.json",
    ],
    async run({ args, options, terminal }) {
      const { seed: seeds = [defaultSeed], size: sizes, model, save } = options
      const all = parseAnswers(await readJsonFile(args[0]!))
      const recorded = model ? selectModels(all, model) : all
      const wrong = sizes?.find((size) => size < 1 || size > recorded.models.length)
      if (wrong !== undefined) {
        throw invalidInput([{ field: "--size", message: `must be 1 to ${recorded.models.length}, not ${wrong}` }])
      }
      const evaluations = seeds.map((seed) => evaluate(recorded, { seed, ...(sizes && { sizes }) }))
      if (options.json) writeJson(terminal, { evaluations })
      else for (const evaluation of evaluations) terminal.write(`${printable(writeEvaluation(evaluation))}\n`)
      if (save !== undefined) {
        await writeFile(save, `${JSON.stringify(weightsToSave(recorded), null, 2)}\n`)
        terminal.note(`the weights are in ${save}; use them with: conclave discuss --weights ${save}\n`)
      }
      return exitCodes.success
    },
  }),
]

function parseAnswers(content: unknown): RecordedAnswers {
  try {
    return parseRecordedAnswers(content)
  } catch (error) {
    if (!(error instanceof ConclaveError)) throw error
    const shape = { field: "file", message: "is not of the shape that conclave eval --help describes" }
    throw invalidInput([...error.problems, shape])
  }
}
