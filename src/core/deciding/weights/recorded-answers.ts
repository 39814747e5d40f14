import { z } from "zod"
import { read } from "../../problems.ts"

const fileSchema = z.object({
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
    .min(1),
})

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
export function readRecordedAnswers(input: unknown): RecordedAnswers {
  const { source, models, rows } = read(fileSchema, input, "answers")
  const answers = rows.map(([_, category, options, right, given]) => ({
    category,
    options,
    right: place(right, options),
    given: models.map((_model, index) => place(given[index] ?? "-", options)),
  }))
  return { source, models, answers }
}

function place(letter: string, options: number): number {
  const index = letter.charCodeAt(0) - "A".charCodeAt(0)
  return index >= 0 && index < options ? index : -1
}
