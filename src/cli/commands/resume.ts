import { ConclaveError } from "../../core/errors.ts"
import { isOver } from "../../core/public/view.ts"
import { commandWords, operationWords } from "../../operations/words.ts"
import { command, withClient } from "../command.ts"
import { discussionIdArgument, readTextArgument, resolveDiscussionId } from "../common-options.ts"
import { printableLine } from "../printable.ts"
import { checkOutFile, type OutputOptions, outputModeOf, outputOptions, reportOutcome } from "../report-outcome.ts"
import { watchDiscussion } from "../watch-discussion.ts"

interface SayOptions extends OutputOptions {
  readonly seat?: string
  readonly aside?: string
}

export const commands = [
  command<OutputOptions>({
    name: "resume",
    group: "Discussing",
    ...commandWords(operationWords.resume, "Also one that waits or was cut off; what happens is shown."),
    arguments: [discussionIdArgument],
    options: outputOptions,
    examples: ["conclave resume 0b6f3c1e"],
    run(context) {
      const { args, options, terminal, userName: author, now } = context
      const since = now()
      return withClient(context, "run", async (client) => {
        await checkOutFile(options)
        const id = await resolveDiscussionId(client, args[0]!)
        const before = await client.discussion(id)
        if (isOver(before.status)) {
          throw new ConclaveError("STATE_INVALID", `the discussion is ${before.status}; it cannot be continued`)
        }
        const outputMode = outputModeOf(options)
        if (outputMode === "live") terminal.write(`Continuing: ${printableLine(before.topic)}\n\n`)
        // One that was cut off goes on by itself as soon as there is a process to run it.
        if (before.status === "paused") await client.resume(id)
        const discussion = await watchDiscussion({ client, terminal, id, author, outputMode, since, now })
        return reportOutcome(client, terminal, discussion, options)
      })
    },
  }),

  command<OutputOptions>({
    name: "continue",
    group: "Discussing",
    ...commandWords(operationWords.followUp),
    arguments: [
      discussionIdArgument,
      { name: "question", about: "what is asked next; `-` reads it from standard input", words: true },
    ],
    options: outputOptions,
    examples: ['conclave continue 0b6f3c1e "And what do we do first?"'],
    async run(context) {
      const { args, options, terminal, userName: author, now } = context
      const since = now()
      const question = await readTextArgument(args[1]!, terminal)
      return withClient(context, "run", async (client) => {
        await checkOutFile(options)
        const id = await client.followUp(await resolveDiscussionId(client, args[0]!), question)
        const outputMode = outputModeOf(options)
        const discussion = await watchDiscussion({ client, terminal, id, author, outputMode, since, now })
        return reportOutcome(client, terminal, discussion, options)
      })
    },
  }),

  command<SayOptions>({
    name: "say",
    group: "Steering",
    ...commandWords(
      operationWords.takeTurn,
      "With --aside it is a comment out of turn, which the others see from the next turn on.",
    ),
    arguments: [
      discussionIdArgument,
      { name: "words", about: "what is said; `-` reads it from standard input", words: true },
    ],
    options: [
      { flags: "--seat <name>", about: "which seat answers, if several are waiting" },
      { flags: "--aside <author>", about: "a comment out of turn by this author" },
      ...outputOptions,
    ],
    examples: ['conclave say 0b6f3c1e "The sea."', 'conclave say 0b6f3c1e --aside Kim "Mind the budget."'],
    async run(context) {
      const { args, options, terminal, userName: author, now } = context
      const since = now()
      const words = await readTextArgument(args[1]!, terminal)
      return withClient(context, "run", async (client) => {
        await checkOutFile(options)
        const id = await resolveDiscussionId(client, args[0]!)
        if (options.aside === undefined) await client.say(id, words, options.seat)
        else await client.interject(id, options.aside, words)
        const outputMode = outputModeOf(options)
        const discussion = await watchDiscussion({ client, terminal, id, author, outputMode, since, now })
        return reportOutcome(client, terminal, discussion, options)
      })
    },
  }),
]
