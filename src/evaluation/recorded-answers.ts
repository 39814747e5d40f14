import { z } from "zod"
import { type FieldProblem, invalidInput } from "../core/errors.ts"
import { lazy } from "../core/lazy.ts"
import { nameHint, parse } from "../core/validation.ts"

const fileSchema = lazy(() =>
  z.object({
    source: z.string(),
    models: z.array(z.string().min(1)).min(1),
    rows: z
      .array(
        z.tuple([
          z.union([z.string(), z.number()]).describe("the question"),
          z.string().describe("its category"),
          z.number().int().min(2).describe("how many options it has"),
          z.string().length(1).describe("the right one"),
          z.string().describe("one letter a model, in the order of `models`; `-` where none could be read"),
        ]),
      )
      .min(2, "needs at least two: one to learn from and one to judge"),
  }),
)

/** One question with what each model answered. Options are numbered from 0. */
export interface RecordedAnswer {
  readonly category: string
  readonly options: number
  readonly right: number
  /** By model; -1 where none could be read. */
  readonly given: readonly number[]
}

export interface RecordedAnswers {
  readonly source: string
  readonly models: readonly string[]
  readonly answers: readonly RecordedAnswer[]
}

/** Checks a file of recorded answers; throws INPUT_INVALID naming what is wrong. */
export function parseRecordedAnswers(input: unknown): RecordedAnswers {
  const { source, models, rows } = parse(fileSchema(), input, "answers")
  const problems = rows.flatMap(([_, __, options, right, given], index): FieldProblem[] => {
    const field = `answers.rows[${index}]`
    if (optionIndex(right, options) < 0) {
      const message = `"${right}" is none of the ${options} options, which are letters from A`
      return [{ field: `${field}[3]`, message }]
    }
    if (given.length === models.length) return []
    return [{ field: `${field}[4]`, message: `has ${given.length} letters for ${models.length} models` }]
  })
  if (problems.length > 0) throw invalidInput(problems.slice(0, maxProblems))
  const answers = rows.map(([_, category, options, right, given]) => ({
    category,
    options,
    right: optionIndex(right, options),
    given: models.map((_model, index) => optionIndex(given[index]!, options)),
  }))
  return { source, models, answers }
}

/** A mistake is often repeated in every row, so only the first few are reported. */
const maxProblems = 5

/** The same answers as if only these models had been asked. */
export function selectModels(recorded: RecordedAnswers, names: readonly string[]): RecordedAnswers {
  const places = names.map((name) => {
    const index = recorded.models.indexOf(name)
    if (index >= 0) return index
    const message = `no answers of "${name}" are recorded; ${nameHint(name, recorded.models)}`
    throw invalidInput([{ field: "models", message }])
  })
  const answers = recorded.answers.map((answer) => ({ ...answer, given: places.map((index) => answer.given[index]!) }))
  return { ...recorded, models: names, answers }
}

function optionIndex(letter: string, options: number): number {
  const index = letter.charCodeAt(0) - "A".charCodeAt(0)
  return index >= 0 && index < options ? index : -1
}
