import { type CommandHandler, withClient } from "../command.ts"
import { resolveDiscussionId } from "../resolve-discussion-id.ts"
import { watchDiscussion } from "../watch-discussion.ts"
import { readTextArgument } from "./read-text-argument.ts"
import { type OutputOptions, outputModeOf, reportOutcome } from "./report-outcome.ts"

interface Options extends OutputOptions {
  readonly seat?: string
  readonly aside?: string
}

export const sayCommand: CommandHandler<Options> = async (invocation) => {
  const { args, options, terminal, userName: author, now } = invocation
  const since = now()
  const words = await readTextArgument(args[1]!, terminal)
  return withClient(invocation, { runsDiscussions: true }, async (client) => {
    const id = await resolveDiscussionId(client, args[0]!)
    if (options.aside === undefined) await client.say(id, words, options.seat)
    else await client.interject(id, options.aside, words)
    const outputMode = outputModeOf(options)
    const discussion = await watchDiscussion({ client, terminal, id, author, outputMode, since, now })
    return reportOutcome(client, terminal, discussion, options)
  })
}
