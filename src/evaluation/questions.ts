import { z } from "zod"
import { type FieldProblem, invalidInput } from "../core/errors.ts"
import { lazy } from "../core/lazy.ts"

/** A question with a known right answer. */
export interface EvalQuestion {
  readonly id: string
  readonly question: string
  /** The options to choose from; empty for open questions. */
  readonly options: readonly string[]
  /** One of the options, if there are any. */
  readonly answer: string
  readonly category: string
}

const maxOptions = 26
/** A mistake is often repeated on every line, so only the first few are reported. */
const maxProblems = 5

const rowSchema = lazy(() => {
  const value = z.union([z.string(), z.number(), z.boolean()], "must be a text or a number")
  const cell = value.transform((value) => String(value).trim())
  return z.object({
    id: cell.optional(),
    question: cell.refine((text) => text !== "", "must not be empty"),
    options: z.array(cell, "must be a list").max(maxOptions, `must be at most ${maxOptions}`).default([]),
    answer: cell.refine((text) => text !== "", "must not be empty"),
    category: cell.optional(),
  })
})

/**
 * Parses CSV with a header (`question`, `answer`, optionally `id`, `category`, and `options` separated by | or one column
 * each: `A`, `B`, …), or JSON Lines with the same fields. Throws INPUT_INVALID with the invalid lines.
 */
export function parseQuestions(text: string, file: string): readonly EvalQuestion[] {
  if (text.trim() === "") throw invalidInput([{ field: file, message: "is empty" }])
  if (/^\s*\[/.test(text))
    throw invalidInput([{ field: file, message: "is a JSON array; write one JSON object per line" }])
  const isJson = text.trimStart().startsWith("{")
  const rows = isJson ? jsonRows(text, file) : csvRows(text, file)
  const problems: FieldProblem[] = []
  const lines = new Map<string, number>()
  const questions = rows.flatMap(({ line, row }): EvalQuestion[] => {
    const field = `${file}:${line}`
    const parsed = rowSchema().safeParse(row)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const name = issue!.path.join(".")
      const message = `\`${name}\` ${Object.hasOwn(Object(row), name) ? issue!.message : "is missing"}`
      problems.push({ field, message: name === "" ? `must be an object, not ${JSON.stringify(row)}` : message })
      return []
    }
    const { id = String(line), question, options, answer, category } = parsed.data
    const right = options.length === 0 ? answer : rightOption(options, answer)
    if (right === undefined || new Set(options).size < options.length || options.length === 1) {
      const wrong =
        right === undefined ? `\`answer\` "${answer}" is neither an option nor the letter of one` : undefined
      problems.push({ field, message: wrong ?? "`options` must have at least two entries, all different" })
      return []
    }
    const asked = JSON.stringify([question, options])
    const before = lines.get(asked)
    if (before !== undefined)
      problems.push({ field, message: `repeats the question of line ${before}; it would count twice` })
    else lines.set(asked, line)
    return [{ id, question, options, answer: right, category: category || "uncategorized" }]
  })
  const repeated = [...Map.groupBy(questions, ({ id }) => id)].find(([, same]) => same.length > 1)
  if (repeated) problems.push({ field: file, message: `the id "${repeated[0]}" is used twice; ids must be unique` })
  if (problems.length === 0 && questions.length === 0) problems.push({ field: file, message: "has no questions" })
  if (problems.length > 0) throw invalidInput(problems.slice(0, maxProblems))
  return questions
}

function rightOption(options: readonly string[], answer: string): string | undefined {
  if (options.includes(answer)) return answer
  const letter = /^[A-Za-z]$/.test(answer) ? answer.toUpperCase().charCodeAt(0) - "A".charCodeAt(0) : -1
  return options[letter]
}

interface Row {
  readonly line: number
  readonly row: Readonly<Record<string, unknown>>
}

function jsonRows(text: string, file: string): readonly Row[] {
  return text.split("\n").flatMap((content, index): Row[] => {
    if (content.trim() === "") return []
    try {
      return [{ line: index + 1, row: JSON.parse(content) as Row["row"] }]
    } catch (error) {
      throw invalidInput([{ field: `${file}:${index + 1}`, message: `is not valid JSON: ${(error as Error).message}` }])
    }
  })
}

function csvRows(text: string, file: string): readonly Row[] {
  const [header, ...records] = parseCsv(text, file)
  const names = header?.cells.map((name) => name.trim().toLowerCase()) ?? []
  const missing = ["question", "answer"].filter((name) => !names.includes(name))
  if (missing.length > 0) {
    const message = `has no column ${missing.join(" or ")}; the first line must name the columns, separated by commas`
    throw invalidInput([{ field: file, message }])
  }
  return records.map(({ line, cells }) => {
    if (cells.slice(names.length).some((cell) => cell.trim() !== "")) {
      const message = `has ${cells.length} cells for ${names.length} columns; put a cell that contains a comma in quotes`
      throw invalidInput([{ field: `${file}:${line}`, message }])
    }
    const named = Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]))
    const lettered = names.filter((name) => /^[a-z]$/.test(name)).map((name) => named[name]!.trim())
    const listed = named.options?.split("|").map((option) => option.trim()) ?? lettered
    return { line, row: { ...named, ...(named.id === "" && { id: undefined }), options: listed.filter(Boolean) } }
  })
}

/** RFC 4180: quoted cells may contain commas, line breaks and doubled quotes. */
function parseCsv(text: string, file: string): readonly { readonly line: number; readonly cells: readonly string[] }[] {
  const records: { line: number; cells: string[] }[] = []
  let [line, start, cells, value, isQuoted] = [1, 1, [] as string[], "", false]
  const endRecord = () => {
    if (cells.length > 0 || value.trim() !== "") records.push({ line: start, cells: [...cells, value] })
    cells = []
    value = ""
    start = line + 1
  }
  for (let at = text.startsWith("\uFEFF") ? 1 : 0; at < text.length; at++) {
    const char = text[at]!
    if (isQuoted && char === '"' && text[at + 1] === '"') value += text[++at]
    else if (char === '"' && (isQuoted || value.trim() === "")) isQuoted = !isQuoted
    else if (!isQuoted && char === ",") {
      cells.push(value)
      value = ""
    } else if (!isQuoted && char === "\n") endRecord()
    else if (char !== "\r" || isQuoted) value += char
    if (char === "\n") line++
  }
  if (isQuoted) throw invalidInput([{ field: `${file}:${start}`, message: "has an unclosed quote" }])
  endRecord()
  return records
}
