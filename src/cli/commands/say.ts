import { type CommandRun, withDoors } from "../command.ts"
import { findDiscussion } from "../find-discussion.ts"
import { watchDiscussion } from "../watch-discussion.ts"
import { reportEnd, type ShowingOptions, showingOf } from "./report-end.ts"
import { wordsOf } from "./words-of.ts"

interface Options extends ShowingOptions {
  readonly seat?: string
  readonly aside?: string
}

export const say: CommandRun<Options> = async (invocation) => {
  const { args, options, terminal, userName: author, now } = invocation
  const since = now()
  const words = await wordsOf(args[1]!, terminal)
  return withDoors(invocation, { runs: true }, async (doors) => {
    const id = await findDiscussion(doors, args[0]!)
    if (options.aside === undefined) await doors.say(id, words, options.seat)
    else await doors.interject(id, options.aside, words)
    const showing = showingOf(options)
    const discussion = await watchDiscussion({ doors, terminal, id, author, showing, since, now })
    return reportEnd(doors, terminal, discussion, options)
  })
}
