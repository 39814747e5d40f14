import { isOver } from "../../core/discussion/fold.ts"
import { ConclaveError } from "../../core/errors.ts"
import { type CommandRun, withDoors } from "../command.ts"
import { findDiscussion } from "../find-discussion.ts"
import { printableLine } from "../printable.ts"
import { watchDiscussion } from "../watch-discussion.ts"
import { reportEnd, type ShowingOptions, showingOf } from "./report-end.ts"

/** One that was cut off goes on by itself as soon as there is a process to run it. */
export const resume: CommandRun<ShowingOptions> = (invocation) => {
  const { args, options, terminal, userName: author, now } = invocation
  const since = now()
  return withDoors(invocation, { runs: true }, async (doors) => {
    const id = await findDiscussion(doors, args[0]!)
    const before = await doors.discussion(id)
    if (isOver(before.status))
      throw new ConclaveError("STATE_INVALID", `the discussion is ${before.status}; it cannot go on`)
    const showing = showingOf(options)
    if (showing === "live") terminal.write(`Going on with: ${printableLine(before.topic)}\n\n`)
    if (before.status === "paused") await doors.resume(id)
    return reportEnd(
      doors,
      terminal,
      await watchDiscussion({ doors, terminal, id, author, showing, since, now }),
      options,
    )
  })
}
