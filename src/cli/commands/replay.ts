import { command, groups } from "../command.ts"
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
        const watched = await watchDiscussion({ client, terminal, id, outputMode, readOnly: true, now })
        const ended = watched.outcome ? watched : await client.abort(id)
        return await reportOutcome(client, terminal, ended, { ...options, isStored: false })
      } finally {
        close()
      }
    },
  }),
]
