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
          z.union([z.string(), z.number()]).describe("the question or its id"),
          z.string().describe("the question's category"),
          z.number().int().min(2).describe("number of options"),
          z.string().length(1).describe("letter of the right option"),
          z.string().describe("one letter per model, in the order of `models`; `-` for an unreadable answer"),
        ]),
      )
      .min(2, "must have at least two entries: one to learn from and one to judge on"),
  }),
)

/** The answers of all models to one question. Options are numbered from 0. */
export interface RecordedAnswer {
  readonly category: string
  readonly options: number
  readonly right: number
  /** By model; -1 if the answer is unreadable. */
  readonly given: readonly number[]
}

export interface RecordedAnswers {
  readonly source: string
  readonly models: readonly string[]
  readonly answers: readonly RecordedAnswer[]
}

/** Validates a file of recorded answers; throws INPUT_INVALID with the invalid fields. */
export function parseRecordedAnswers(input: unknown): RecordedAnswers {
  const { source, models, rows } = parse(fileSchema(), input, "answers")
  const problems = rows.flatMap(([_, __, options, right, given], index): FieldProblem[] => {
    const field = `answers.rows[${index}]`
    if (optionIndex(right, options) < 0) {
      const message = `"${right}" is none of the ${options} options, which are lettered from A`
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

/** Keeps only the answers of the named models, in that order. */
export function selectModels(recorded: RecordedAnswers, names: readonly string[]): RecordedAnswers {
  const indexes = names.map((name) => {
    const index = recorded.models.indexOf(name)
    if (index >= 0) return index
    const message = `there are no answers of "${name}"; ${nameHint(name, recorded.models)}`
    throw invalidInput([{ field: "models", message }])
  })
  const answers = recorded.answers.map((answer) => ({ ...answer, given: indexes.map((index) => answer.given[index]!) }))
  return { ...recorded, models: names, answers }
}

function optionIndex(letter: string, options: number): number {
  const index = letter.charCodeAt(0) - "A".charCodeAt(0)
  return index >= 0 && index < options ? index : -1
}
