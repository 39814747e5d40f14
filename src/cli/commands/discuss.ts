import { invalidInput } from "../../core/errors.ts"
import type { DiscussionInput } from "../../core/tables/discussion-request.ts"
import type { TableFile } from "../../core/tables/table-file.ts"
import { applyWeights, parseSavedWeights } from "../../evaluation/saved-weights.ts"
import { type CommandHandler, withClient, writeJson } from "../command.ts"
import { buildDiscussionInput, type DiscussOptions } from "../discussion-input.ts"
import { exitCodes } from "../exit-codes.ts"
import { readJsonFile } from "../read-json-file.ts"
import { settingsList } from "../settings-list.ts"
import type { Terminal } from "../terminal.ts"
import { watchDiscussion } from "../watch-discussion.ts"
import { wrapText } from "../wrapped-text.ts"
import { type OutputOptions, outputModeOf, reportOutcome } from "./report-outcome.ts"

interface Options extends DiscussOptions, OutputOptions {
  readonly weights?: string
  readonly category?: string
  /** The table that was named, if one was. */
  readonly laid?: TableFile
}

export const discussCommand: CommandHandler<Options> = async (invocation) => {
  const { args, options, terminal, userName: author, now } = invocation
  if (options.set?.includes("help")) return showSettings(options, terminal)
  const topic = await readTopic(args[0] ?? options.laid?.topic, terminal)
  const requested = buildDiscussionInput(topic, options, options.laid)
  const input =
    options.weights === undefined ? requested : await withSavedWeights(requested, options.weights, options.category)
  return withClient(invocation, { runsDiscussions: true }, async (client) => {
    const id = await client.discuss(input)
    const discussion = await watchDiscussion({ client, terminal, id, author, outputMode: outputModeOf(options), now })
    return reportOutcome(client, terminal, discussion, options)
  })
}

async function withSavedWeights(
  asked: DiscussionInput,
  file: string,
  category: string | undefined,
): Promise<DiscussionInput> {
  return applyWeights(asked, parseSavedWeights(await readJsonFile(file), file), category)
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
  return exitCodes.success
}

/** What is piped in is the topic, or is attached to it. */
async function readTopic(given: string | undefined, terminal: Terminal): Promise<string> {
  const isWanted = given === undefined || given === "-"
  const piped = (await terminal.readPiped(isWanted))?.trim()
  if (!isWanted) return piped ? `${given}\n\n${piped}` : given
  if (piped) return piped
  throw invalidInput([
    { field: "topic", message: 'is missing; write it in quotes: conclave discuss "Tabs or spaces?"' },
  ])
}
