import { command, groups } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { printableLine } from "../printable.ts"
import { checkOutFile, type OutputOptions, outputModeOf, outputOptions, reportOutcome } from "../report-outcome.ts"
import { watchDiscussion } from "../watch-discussion.ts"

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
    async run({ args, options, terminal, host, now }) {
      await checkOutFile(options)
      const { client, id, close } = await host.replay(args[0]!, options.discussion)
      try {
        const outputMode = outputModeOf(options)
        const modes = { outputMode, readOnly: true, isReplay: true } as const
        const watched = await watchDiscussion({ client, terminal, id, ...modes, now })
        if (watched.status === "waiting" || watched.status === "paused") {
          const names = watched.seats.filter((seat) => watched.waitingFor.includes(seat.id)).map(({ name }) => name)
          const reason = names.length > 0 ? `the recording has no answer of ${names.join(", ")}` : "it was paused here"
          terminal.note(`stopped: ${printableLine(reason)}\n`)
          return exitCodes.noAgreement
        }
        const ended = watched.outcome ? watched : await client.abort(id)
        return await reportOutcome(client, terminal, ended, { ...options, isStored: false })
      } finally {
        close()
      }
    },
  }),
]
