import { invalidInput } from "../../core/errors.ts"
import type { TableFile } from "../../core/tables/table-file.ts"
import { type CommandRun, withDoors } from "../command.ts"
import { type DiscussOptions, discussionInput } from "../discussion-input.ts"
import type { Terminal } from "../terminal.ts"
import { watchDiscussion } from "../watch-discussion.ts"
import { reportEnd, type ShowingOptions, showingOf } from "./report-end.ts"

interface Options extends DiscussOptions, ShowingOptions {
  /** The table that was named, if one was. */
  readonly laid?: TableFile
}

export const discuss: CommandRun<Options> = async (invocation) => {
  const { args, options, terminal, now } = invocation
  const topic = await topicOf(args[0] ?? options.laid?.topic, terminal)
  const input = discussionInput(topic, options, options.laid)
  return withDoors(invocation, { runs: true }, async (doors) => {
    const id = await doors.discuss(input)
    const discussion = await watchDiscussion({ doors, terminal, id, showing: showingOf(options), now })
    return reportEnd(doors, terminal, discussion, options)
  })
}

/** What is piped in is the topic, or is attached to it. */
async function topicOf(given: string | undefined, terminal: Terminal): Promise<string> {
  const isWanted = given === undefined || given === "-"
  const piped = (await terminal.piped(isWanted))?.trim()
  if (!isWanted) return piped ? `${given}\n\n${piped}` : given
  if (piped) return piped
  throw invalidInput([
    { field: "topic", message: 'is missing; write it in quotes: conclave discuss "Tabs or spaces?"' },
  ])
}
