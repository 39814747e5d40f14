import { isOver } from "../../core/discussion/fold.ts"
import { ConclaveError } from "../../core/errors.ts"
import { type CommandHandler, withClient } from "../command.ts"
import { printableLine } from "../printable.ts"
import { resolveDiscussionId } from "../resolve-discussion-id.ts"
import { watchDiscussion } from "../watch-discussion.ts"
import { type OutputOptions, outputModeOf, reportOutcome } from "./report-outcome.ts"

/** One that was cut off goes on by itself as soon as there is a process to run it. */
export const resumeCommand: CommandHandler<OutputOptions> = (invocation) => {
  const { args, options, terminal, userName: author, now } = invocation
  const since = now()
  return withClient(invocation, { runsDiscussions: true }, async (client) => {
    const id = await resolveDiscussionId(client, args[0]!)
    const before = await client.discussion(id)
    if (isOver(before.status))
      throw new ConclaveError("STATE_INVALID", `the discussion is ${before.status}; it cannot go on`)
    const outputMode = outputModeOf(options)
    if (outputMode === "live") terminal.write(`Going on with: ${printableLine(before.topic)}\n\n`)
    if (before.status === "paused") await client.resume(id)
    return reportOutcome(
      client,
      terminal,
      await watchDiscussion({ client, terminal, id, author, outputMode, since, now }),
      options,
    )
  })
}
