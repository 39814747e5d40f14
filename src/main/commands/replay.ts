import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { type OutputOptions, outputModeOf } from "../../cli/commands/report-outcome.ts"
import { showDiscussion } from "../../cli/discussion-screen.ts"
import { exitCodeOf } from "../../cli/exit-codes.ts"
import { printable } from "../../cli/printable.ts"
import { eventLine } from "../../cli/watch-discussion.ts"
import { invalidInput } from "../../core/errors.ts"
import { writeMarkdown } from "../../core/reporting/write-markdown.ts"
import { openRecording } from "../../models/replay/recording.ts"
import { replay } from "../replay.ts"
import type { ContextCommandHandler } from "./command-context.ts"

interface Options extends OutputOptions {
  readonly discussion?: string
}

/** Nothing of it is stored: it is on record already. */
export const replayCommand: ContextCommandHandler<Options> = async ({ args, options, terminal }) => {
  const file = args[0]!
  if (!existsSync(file)) throw invalidInput([{ field: "file", message: `there is no file ${file}` }])
  const run = replay(openRecording(file), options.discussion === undefined ? {} : { discussion: options.discussion })
  const unsubscribe = terminal.onInterrupt(() => void run.abort())
  const showing = outputModeOf(options)
  const { write, colour, plain } = terminal
  if (showing === "live") await showDiscussion(run, { write, width: terminal.width(), colour, plain })
  if (showing === "lines") {
    for await (const event of run) write(eventLine(run.id, event))
  }
  const outcome = await run.outcome
  unsubscribe()
  if (options.out !== undefined) await writeFile(options.out, writeMarkdown(run.state))
  if (options.quiet && options.json) write(`${JSON.stringify({ id: run.id, outcome })}\n`)
  else if (options.quiet)
    write(`${printable(outcome.solution ?? outcome.bestProposal?.solution ?? outcome.stoppingReason)}\n`)
  return exitCodeOf(outcome, run.state.ballots.length > 0)
}
