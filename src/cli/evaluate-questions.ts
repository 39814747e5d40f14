import { appendFileSync, existsSync, statSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { invalidField } from "../core/errors.ts"
import { omitUndefined } from "../core/omit-undefined.ts"
import { parseQuestions } from "../evaluation/questions.ts"
import { ResultCache } from "../evaluation/result-cache.ts"
import { type Progress, runEvaluation } from "../evaluation/run-evaluation.ts"
import { summarizeEvaluation } from "../evaluation/summarize-evaluation.ts"
import { writeHtmlReport, writeMarkdownReport } from "../evaluation/write-evaluation-report.ts"
import { type CommandContext, writeJson } from "./command.ts"
import { buildDiscussionInput } from "./discussion-input.ts"
import { exitCodes } from "./exit-codes.ts"
import { printable } from "./printable.ts"
import { readTextFile } from "./text-files.ts"

export interface QuestionOptions {
  readonly format?: string
  readonly table?: string
  readonly seat?: readonly string[]
  readonly model?: readonly string[]
  readonly seed?: readonly number[]
  readonly language?: string
  readonly protocol?: string
  readonly out: string
  readonly concurrency: number
  /** Format of seats without a format or table. */
  readonly seatsFormat: string
  readonly budgetTokens?: number
  readonly budgetDollars?: number
  readonly audit?: true
  readonly record?: string
  readonly replay?: string
}

/** Runs a file of questions and writes report.html, report.md and report.json next to the cached answers. */
export async function evaluateQuestions(context: CommandContext<QuestionOptions>, file: string): Promise<number> {
  const { options, terminal, host } = context
  const { out, concurrency, audit = false } = options
  if (concurrency < 1) throw invalidField("--concurrency", "must be at least 1")
  const [seed = 1, ...seeds] = options.seed ?? []
  if (seeds.length > 0) throw invalidField("--seed", "can be given only once with questions")
  const budget = { tokens: options.budgetTokens, dollars: options.budgetDollars }
  for (const [unit, limit] of Object.entries(budget)) {
    if (limit !== undefined && !(limit > 0)) throw invalidField(`--budget-${unit}`, "must be greater than 0")
  }
  const questions = parseQuestions(readTextFile(file), file)
  const typed = [...(options.seat ?? []), ...(options.model ?? [])]
  const seats = typed.length > 0 ? typed : undefined
  const table = options.table === undefined ? undefined : await host.findTable(options.table)
  const format = options.format ?? (table ? undefined : (options.table ?? (seats ? options.seatsFormat : undefined)))
  const { language, protocol } = options
  const flags = omitUndefined({ format, seat: seats, language, protocol })
  if (statSync(out, { throwIfNoEntry: false })?.isFile()) throw invalidField("--out", `${out} is a file; use a folder`)
  // Not recursive for the folder itself: in /proc, Node would retry for ever.
  await mkdir(join(out, ".."), { recursive: true })
  if (!existsSync(out)) await mkdir(out)
  const answers = join(out, "answers.jsonl")
  const cached = existsSync(answers) ? readTextFile(answers) : ""
  const { record, replay } = options
  const { discuss, resolve } = await host.discussInMemory(omitUndefined({ record, replay }))
  const cache = new ResultCache(cached, (line) => appendFileSync(answers, line), resolve)
  const run = await runEvaluation({
    ...{ questions, cache, discuss, seed, concurrency, audits: audit },
    table: buildDiscussionInput(undefined, flags, table),
    budget,
    onProgress: (progress) => terminal.note(progressLine(progress, terminal.live)),
  })
  const report = summarizeEvaluation(run, { title: `Evaluation of ${file}`, seed })
  const markdown = writeMarkdownReport(report)
  await writeFile(join(out, "report.html"), writeHtmlReport(report))
  await writeFile(join(out, "report.md"), markdown)
  await writeFile(join(out, "report.json"), `${JSON.stringify(report, null, 2)}\n`)
  if (options.json) writeJson(terminal, report)
  else terminal.write(printable(markdown))
  const next = report.stopped || report.answered < report.asked ? "; run the same command again to continue" : ""
  terminal.note(`report written to ${join(out, "report.html")}${next}\n`)
  if (report.stopped) return exitCodes.budget
  return report.answered > 0 ? exitCodes.success : exitCodes.error
}

function progressLine({ phase, done, of, spent }: Progress, live: boolean): string {
  const cost = spent.dollars === undefined ? "" : `, $${spent.dollars.toFixed(4)}`
  const line = `${phase}: ${done} of ${of} (${spent.calls} calls, ${spent.tokens} tokens${cost})`
  if (!live) return done === of || done % 100 === 0 ? `${line}\n` : ""
  return `\r\u001b[K${line}${done === of ? "\n" : ""}`
}
