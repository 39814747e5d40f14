import { writeFile } from "node:fs/promises"
import { extname } from "node:path"
import { invalidInput } from "../core/errors.ts"
import type { PublicDiscussion } from "../core/public/types.ts"
import { type Client, type ExportFormat, exportFormats } from "./client.ts"
import { type CommandContext, withHeading } from "./command.ts"
import { exitCodeOf, exitCodes } from "./exit-codes.ts"
import { printable } from "./printable.ts"
import type { Terminal } from "./terminal.ts"
import { type OutputMode, watchDiscussion } from "./watch-discussion.ts"

export interface OutputOptions {
  readonly json?: true
  readonly quiet?: true
  readonly watch?: true
  readonly out?: string
}

export const outputOptions = withHeading("What is shown", [
  { flags: "--quiet", about: "only the outcome, at the end" },
  { flags: "--watch", about: "show it as it happens, also with --out" },
  { flags: "--out <file>", about: "write the record to a file: Markdown, or by its ending .json or .html" },
])

/** A file alone is wanted in silence, a file beside the screen with `--watch`. */
export function outputModeOf({ json, quiet, watch, out }: OutputOptions): OutputMode {
  if (json) return quiet ? "nothing" : "lines"
  if (quiet) return "nothing"
  return out !== undefined && !watch ? "progress" : "live"
}

/** Finds out before anything is spent whether the record can be written; a file that is there stays as it is. */
export async function checkOutFile({ out }: OutputOptions): Promise<void> {
  if (out === undefined) return
  exportFormatOf(out)
  const { checkWritable } = await import("./text-files.ts")
  await checkWritable([out])
}

/** Shows a discussion as it was asked for, to its end, and gives the exit code. What happened before `since` is known. */
export async function watchToEnd(
  { options, terminal, userName: author, now }: CommandContext<OutputOptions>,
  client: Client,
  id: string | Promise<string>,
  since = 0,
): Promise<number> {
  const outputMode = outputModeOf(options)
  const discussion = await watchDiscussion({ client, terminal, id, author, outputMode, since, now })
  return reportOutcome(client, terminal, discussion, options)
}

/** Does what is left when a discussion was watched, and gives the exit code. */
export async function reportOutcome(
  client: Pick<Client, "export">,
  terminal: Terminal,
  discussion: PublicDiscussion,
  options: OutputOptions,
): Promise<number> {
  const { id, outcome, ballots, record } = discussion
  if (options.out !== undefined) {
    await writeFile(options.out, await client.export(id, exportFormatOf(options.out)))
    terminal.note(`the record is in ${options.out}\n`)
  }
  if (!outcome) return exitCodes.noAgreement
  if (options.quiet && options.json) terminal.write(`${JSON.stringify({ id, outcome, record })}\n`)
  else if (options.quiet) writeAnswer(terminal, discussion)
  else if (!options.json && terminal.live) terminal.note(`conclave show ${id.slice(0, 8)} shows it again.\n`)
  return exitCodeOf(outcome, ballots.length > 0)
}

/** By the file's ending; Markdown where it has none. */
export function exportFormatOf(file: string): ExportFormat {
  const ending = extname(file).slice(1).toLowerCase()
  const form = exportFormats.find((one) => one === (ending === "markdown" || ending === "" ? "md" : ending))
  if (form !== undefined) return form
  const known = exportFormats.map((one) => `.${one}`).join(", ")
  throw invalidInput([{ field: "--out", message: `.${ending} is not supported; use one of ${known}` }])
}

/** What came of it: what was agreed on or written as the synthesis, else the proposal that its author was surest of. */
export function answerOf({ outcome }: PublicDiscussion): string | undefined {
  return outcome?.solution ?? outcome?.bestProposal?.solution
}

function writeAnswer(terminal: Terminal, discussion: PublicDiscussion): void {
  const { result } = discussion.outcome ?? {}
  const answer = result == null ? answerOf(discussion) : JSON.stringify(result)
  if (answer !== undefined) terminal.write(`${printable(answer)}\n`)
  else
    terminal.note(
      `${printable(discussion.outcome?.error?.message ?? discussion.outcome?.sentence ?? "it ended without an answer")}\n`,
    )
}
