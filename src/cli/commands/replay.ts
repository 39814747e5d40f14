import { writeFile } from "node:fs/promises"
import { areRehearsed } from "../../core/discussion/seat.ts"
import { languageFor } from "../../core/languages/index.ts"
import { command, groups } from "../command.ts"
import { DiscussionScreen } from "../discussion-screen.ts"
import { exitCodeOf } from "../exit-codes.ts"
import { printable } from "../printable.ts"
import { checkOutFile, type OutputOptions, outputModeOf, outputOptions } from "../report-outcome.ts"
import { eventLine } from "../watch-discussion.ts"

interface Options extends OutputOptions {
  readonly discussion?: string
}

export const commands = [
  command<Options>({
    name: "replay",
    group: groups.discuss,
    about: "play back a recorded discussion, word for word, without any model",
    arguments: [{ name: "file", about: "a recording from `conclave discuss --recording`" }],
    options: [{ flags: "--discussion <id>", about: "which one, if the recording has several" }, ...outputOptions],
    examples: ["conclave replay recording.jsonl --quiet"],
    /** Not stored: the original discussion already is. */
    async run({ args, options, terminal, host }) {
      await checkOutFile(options)
      const replayed = await host.replay(args[0]!, options.discussion)
      const unsubscribe = terminal.onInterrupt(() => void replayed.abort())
      const outputMode = outputModeOf(options)
      const screen = new DiscussionScreen(terminal)
      for await (const event of replayed) {
        screen.apply([event])
        if (outputMode === "live") screen.print()
        if (outputMode === "lines") terminal.write(eventLine(replayed.id, event))
      }
      const outcome = await replayed.outcome
      unsubscribe()
      if (options.out !== undefined) await writeFile(options.out, await replayed.markdown())
      const { seats, language } = screen.view
      if (options.quiet && areRehearsed(seats)) terminal.note(`${languageFor(language).report.rehearsal}\n`)
      if (options.quiet && options.json) terminal.write(`${JSON.stringify({ id: replayed.id, outcome })}\n`)
      else if (options.quiet) {
        const answer = outcome.solution ?? outcome.bestProposal?.solution ?? outcome.sentence
        terminal.write(`${printable(answer)}\n`)
      }
      const hasVoted = screen.view.items.some(({ kind }) => kind === "ballot")
      return exitCodeOf(outcome, hasVoted)
    },
  }),
]
