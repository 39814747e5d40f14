import { ConclaveError } from "../../core/errors.ts"
import { isOver } from "../../core/public/view.ts"
import { discussionOperations } from "../../operations/discussions.ts"
import { steeringOperations } from "../../operations/steering.ts"
import { command, withClient } from "../command.ts"
import { discussionIdArgument, readTextArgument, resolveDiscussionId } from "../common-options.ts"
import { argumentOf, commandOf, optionsOf, orPiped } from "../operation-options.ts"
import { printableLine } from "../printable.ts"
import { checkOutFile, type OutputOptions, outputModeOf, outputOptions, reportOutcome } from "../report-outcome.ts"
import { watchDiscussion } from "../watch-discussion.ts"

interface SayOptions extends OutputOptions {
  readonly seat?: string
  readonly aside?: string
}

const { takeTurn } = steeringOperations

export const commands = [
  command<OutputOptions>({
    group: "Discussing",
    ...commandOf(
      steeringOperations.resume,
      "Also works for a discussion that is waiting or was cut off, and shows what happens.",
    ),
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
        const resumed = before.status === "paused" ? client.resume(id).then(() => id) : id
        const discussion = await watchDiscussion({ client, terminal, id: resumed, author, outputMode, since, now })
        return reportOutcome(client, terminal, discussion, options)
      })
    },
  }),

  command<OutputOptions>({
    group: "Discussing",
    ...commandOf(discussionOperations.followUp),
    arguments: [discussionIdArgument, argumentOf("question", discussionOperations.followUp.input.shape.topic, orPiped)],
    options: outputOptions,
    examples: ['conclave continue 0b6f3c1e "And what do we do first?"'],
    async run(context) {
      const { args, options, terminal, userName: author, now } = context
      const since = now()
      const question = await readTextArgument(args[1]!, terminal)
      return withClient(context, "run", async (client) => {
        await checkOutFile(options)
        const id = client.followUp(await resolveDiscussionId(client, args[0]!), question)
        const outputMode = outputModeOf(options)
        const discussion = await watchDiscussion({ client, terminal, id, author, outputMode, since, now })
        return reportOutcome(client, terminal, discussion, options)
      })
    },
  }),

  command<SayOptions>({
    group: "Steering",
    ...commandOf(takeTurn, "With --aside it is a comment out of turn, which the others see from the next turn on."),
    arguments: [discussionIdArgument, argumentOf("words", takeTurn.input.shape.content, orPiped)],
    options: [
      ...optionsOf(takeTurn.input.shape, { seat: "--seat <name>" }),
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
        const said =
          options.aside === undefined ? client.say(id, words, options.seat) : client.interject(id, options.aside, words)
        const outputMode = outputModeOf(options)
        const watched = { client, terminal, author, outputMode, since, now }
        const discussion = await watchDiscussion({ ...watched, id: said.then(() => id) })
        return reportOutcome(client, terminal, discussion, options)
      })
    },
  }),
]
