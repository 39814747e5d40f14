import { ConclaveError } from "../../core/errors.ts"
import { isOver } from "../../core/public/view.ts"
import { discussionOperations } from "../../operations/discussions.ts"
import { steeringOperations } from "../../operations/steering.ts"
import { command, groups } from "../command.ts"
import { discussionIdArgument, readTextArgument, withDiscussion } from "../common-options.ts"
import { argumentOf, commandOf, optionsOf, orPiped } from "../operation-options.ts"
import { printableLine } from "../printable.ts"
import { checkOutFile, type OutputOptions, outputModeOf, outputOptions, watchToEnd } from "../report-outcome.ts"

interface SayOptions extends OutputOptions {
  readonly seat?: string
  readonly aside?: string
}

const { takeTurn } = steeringOperations

export const commands = [
  command<OutputOptions>({
    group: groups.discuss,
    ...commandOf(
      steeringOperations.resume,
      "Also works for a discussion that is waiting or was interrupted, and shows it live.",
    ),
    arguments: [discussionIdArgument],
    options: outputOptions,
    examples: ["conclave resume 0b6f3c1e"],
    async run(context) {
      const { options, terminal } = context
      const since = context.now()
      await checkOutFile(options)
      return withDiscussion(context, "run", async (client, id) => {
        const before = await client.discussion(id)
        if (isOver(before.status)) {
          throw new ConclaveError("STATE_INVALID", `the discussion is ${before.status} and cannot be continued`)
        }
        if (outputModeOf(options) === "live") terminal.write(`Continuing: ${printableLine(before.topic)}\n\n`)
        // An interrupted discussion continues by itself once a process can run it.
        const resumed = before.status === "paused" ? client.resume(id).then(() => id) : id
        return watchToEnd(context, client, resumed, since)
      })
    },
  }),

  command<OutputOptions>({
    group: groups.discuss,
    ...commandOf(discussionOperations.followUp),
    arguments: [discussionIdArgument, argumentOf("question", discussionOperations.followUp.input.shape.topic, orPiped)],
    options: outputOptions,
    examples: ['conclave continue 0b6f3c1e "And what do we do first?"'],
    async run(context) {
      const since = context.now()
      const question = await readTextArgument(context.args[1]!, context.terminal)
      await checkOutFile(context.options)
      return withDiscussion(context, "run", (client, id) =>
        watchToEnd(context, client, client.followUp(id, question), since),
      )
    },
  }),

  command<SayOptions>({
    group: groups.steer,
    ...commandOf(takeTurn, "With --aside, adds a comment out of turn, which the seats see from the next turn on."),
    arguments: [discussionIdArgument, argumentOf("words", takeTurn.input.shape.content, orPiped)],
    options: [
      ...optionsOf(takeTurn.input.shape, { seat: "--seat <name>" }),
      { flags: "--aside <author>", about: "add a comment out of turn, by this author" },
      ...outputOptions,
    ],
    examples: ['conclave say 0b6f3c1e "The sea."', 'conclave say 0b6f3c1e --aside Kim "Mind the budget."'],
    async run(context) {
      const { aside, seat } = context.options
      const since = context.now()
      const words = await readTextArgument(context.args[1]!, context.terminal)
      await checkOutFile(context.options)
      return withDiscussion(context, "run", (client, id) => {
        const said = aside === undefined ? client.say(id, words, seat) : client.interject(id, aside, words)
        const answered = said.then(() => id)
        return watchToEnd(context, client, answered, since)
      })
    },
  }),
]
