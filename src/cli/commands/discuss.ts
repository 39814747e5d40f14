import { readSavedWeights } from "../../core/deciding/weights/saved-weights.ts"
import { invalidInput } from "../../core/errors.ts"
import type { DiscussionInput } from "../../core/tables/asked.ts"
import type { TableFile } from "../../core/tables/table-file.ts"
import { type CommandRun, withDoors, writeJson } from "../command.ts"
import { type DiscussOptions, discussionInput } from "../discussion-input.ts"
import { exitCodes } from "../exit-codes.ts"
import { readJsonFile } from "../read-json-file.ts"
import { settingsList } from "../settings-list.ts"
import type { Terminal } from "../terminal.ts"
import { watchDiscussion } from "../watch-discussion.ts"
import { weighSeats } from "../weigh-seats.ts"
import { wrapText } from "../wrapped-text.ts"
import { reportEnd, type ShowingOptions, showingOf } from "./report-end.ts"

interface Options extends DiscussOptions, ShowingOptions {
  readonly weights?: string
  readonly category?: string
  /** The table that was named, if one was. */
  readonly laid?: TableFile
}

export const discuss: CommandRun<Options> = async (invocation) => {
  const { args, options, terminal, userName: author, now } = invocation
  if (options.set?.includes("help")) return showSettings(options, terminal)
  const topic = await topicOf(args[0] ?? options.laid?.topic, terminal)
  const asked = discussionInput(topic, options, options.laid)
  const input = options.weights === undefined ? asked : await weighed(asked, options.weights, options.category)
  return withDoors(invocation, { runs: true }, async (doors) => {
    const id = await doors.discuss(input)
    const discussion = await watchDiscussion({ doors, terminal, id, author, showing: showingOf(options), now })
    return reportEnd(doors, terminal, discussion, options)
  })
}

async function weighed(asked: DiscussionInput, file: string, category: string | undefined): Promise<DiscussionInput> {
  return weighSeats(asked, readSavedWeights(await readJsonFile(file), file), category)
}

function showSettings({ format, json }: Options, terminal: Terminal): number {
  const settings = settingsList(format)
  if (json) writeJson(terminal, { settings })
  else {
    const indent = " ".repeat(32)
    for (const { name, usual, about } of settings) {
      const label = `${name}=${JSON.stringify(usual)}`
      const text = wrapText(about, Math.min(terminal.width(), 100), indent)
      const isShort = label.length < indent.length - 1
      terminal.write(isShort ? label.padEnd(indent.length) + text.slice(indent.length) : `${label}\n${text}`)
    }
  }
  return exitCodes.agreed
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
