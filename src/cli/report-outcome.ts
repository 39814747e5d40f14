import { writeFile } from "node:fs/promises"
import { extname } from "node:path"
import { type ExportFormat, exportFormats } from "../client/client.ts"
import { areRehearsed } from "../core/discussion/seat.ts"
import { invalidField } from "../core/errors.ts"
import { languageFor } from "../core/languages/index.ts"
import type { PublicDiscussion } from "../core/public/types.ts"
import type { Client } from "./client.ts"
import { type CommandContext, withHeading } from "./command.ts"
import { exitCodeOf, exitCodes } from "./exit-codes.ts"
import { printable } from "./printable.ts"
import { screenMessages } from "./screen-messages.ts"
import type { Terminal } from "./terminal.ts"
import { type OutputMode, watchDiscussion } from "./watch-discussion.ts"

export interface OutputOptions {
  readonly json?: true
  readonly quiet?: true
  readonly watch?: true
  readonly out?: string
}

export const outputOptions = withHeading("Output", [
  { flags: "--quiet", about: "print only the outcome" },
  { flags: "--watch", about: "show it live, even with --out" },
  { flags: "--out <file>", about: "write the record to a file; its extension sets the format (default: Markdown)" },
])

/** With `--out` the discussion is not shown, unless `--watch` is set too. */
export function outputModeOf({ json, quiet, watch, out }: OutputOptions): OutputMode {
  if (json) return quiet ? "nothing" : "lines"
  if (quiet) return "nothing"
  return out !== undefined && !watch ? "progress" : "live"
}

/** Fails before anything is spent if the record cannot be written. Leaves an existing file unchanged. */
export async function checkOutFile({ out }: OutputOptions): Promise<void> {
  if (out === undefined) return
  exportFormatOf(out)
  const { checkWritable } = await import("./text-files.ts")
  await checkWritable([out])
}

/** Shows a discussion to its end and returns the exit code. Events before `since` are not shown again. */
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

/** Writes the record and the outcome as requested, and returns the exit code. */
export async function reportOutcome(
  client: Pick<Client, "export">,
  terminal: Terminal,
  discussion: PublicDiscussion,
  options: OutputOptions & { readonly isStored?: boolean },
): Promise<number> {
  const { id, outcome, ballots, record, language } = discussion
  if (options.out !== undefined) {
    await writeFile(options.out, await client.export(id, exportFormatOf(options.out)))
    terminal.note(`record written to ${options.out}\n`)
  }
  if (!outcome) return exitCodes.noAgreement
  if (options.quiet && areRehearsed(discussion.seats)) terminal.note(`${languageFor(language).report.rehearsal}\n`)
  if (options.quiet && options.json) terminal.write(`${JSON.stringify({ id, outcome, record })}\n`)
  else if (options.quiet) {
    const answer = outcome.result == null ? answerOf(discussion) : JSON.stringify(outcome.result)
    if (answer !== undefined) terminal.write(`${printable(answer)}\n`)
    else terminal.note(`${printable(outcome.error?.message ?? outcome.sentence)}\n`)
  } else if (!options.json && terminal.live && options.isStored !== false)
    terminal.note(`${screenMessages(language).showAgain(`conclave show ${id.slice(0, 8)}`)}\n`)
  return exitCodeOf(outcome, ballots.length > 0)
}

/** The export format for a file's extension; Markdown without one. */
export function exportFormatOf(file: string): ExportFormat {
  const extension = extname(file).slice(1).toLowerCase()
  const form = exportFormats.find((one) => one === (extension === "markdown" || extension === "" ? "md" : extension))
  if (form !== undefined) return form
  const known = exportFormats.map((one) => `.${one}`).join(", ")
  throw invalidField("--out", `.${extension} is not supported; use one of ${known}`)
}

/** The agreed solution or the synthesis, else the proposal with the highest confidence. */
export function answerOf({ outcome }: PublicDiscussion): string | undefined {
  return outcome?.solution ?? outcome?.bestProposal?.solution
}
