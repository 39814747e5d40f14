import { writeFile } from "node:fs/promises"
import { ConclaveError, invalidInput } from "../../core/errors.ts"
import { evaluate } from "../../evaluation/evaluate.ts"
import { parseRecordedAnswers, type RecordedAnswers, selectModels } from "../../evaluation/recorded-answers.ts"
import { weightsToSave } from "../../evaluation/saved-weights.ts"
import { writeEvaluation } from "../../evaluation/write-evaluation.ts"
import { type CommandHandler, writeJson } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { printable } from "../printable.ts"
import { readJsonFile } from "../read-json-file.ts"

interface Options {
  readonly seed?: readonly number[]
  readonly size?: readonly number[]
  readonly model?: readonly string[]
  readonly save?: string
}

export const evaluateCommand: CommandHandler<Options> = async ({ args, options, terminal }) => {
  const { seed: seeds = [1], size: sizes, model, save } = options
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
