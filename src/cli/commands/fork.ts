import { invalidInput } from "../../core/errors.ts"
import type { PublicDiscussion } from "../../core/public/types.ts"
import type { ForkChanges } from "../../core/steering/create-fork.ts"
import { type CommandHandler, withClient } from "../command.ts"
import { comparisonText } from "../comparison-text.ts"
import { parseSeat } from "../parse-seat.ts"
import { printableLine } from "../printable.ts"
import { resolveDiscussionId } from "../resolve-discussion-id.ts"
import { budgetFromFlags, type DiscussionSettingFlags, omitUndefined, settingsFromFlags } from "../setting-flags.ts"
import { tableText } from "../table-text.ts"
import type { Terminal } from "../terminal.ts"
import { watchDiscussion } from "../watch-discussion.ts"
import { type OutputOptions, outputModeOf, reportOutcome } from "./report-outcome.ts"

interface Options extends DiscussionSettingFlags, OutputOptions {
  readonly at?: string
  readonly seat?: readonly string[]
  readonly model?: string
  readonly join?: readonly string[]
  readonly leave?: readonly string[]
  readonly topic?: string
  readonly language?: string
  readonly seed?: number
  readonly compare?: true
}

export const forkCommand: CommandHandler<Options> = (invocation) => {
  const { args, options, terminal, userName: author, now } = invocation
  const since = now()
  return withClient(invocation, { runsDiscussions: true }, async (client) => {
    const parentId = await resolveDiscussionId(client, args[0]!)
    const parent = await client.discussion(parentId)
    if (options.at === undefined) throw missingTurnError(parent, terminal)
    const id = await client.fork(parentId, /^\d+$/.test(options.at) ? Number(options.at) : options.at, changes())
    const outputMode = outputModeOf(options)
    if (outputMode === "live") terminal.write(`Going on from turn ${options.at} of: ${printableLine(parent.topic)}\n\n`)
    const ended = await watchDiscussion({ client, terminal, id, author, outputMode, since, now })
    if (options.compare) {
      const comparison = await client.compare(parentId, id)
      if (options.json) terminal.write(`${JSON.stringify({ comparison })}\n`)
      else terminal.write(comparisonText(comparison, { a: parent, b: ended }, terminal))
    }
    return reportOutcome(client, terminal, ended, options)

    function changes(): ForkChanges {
      const settings = settingsFromFlags(options)
      const budget = budgetFromFlags(options)
      return omitUndefined({
        seats: seatChanges(options, parent),
        join: options.join?.map((text) => parseSeat(text, "--join")),
        leave: options.leave,
        topic: options.topic,
        options: Object.keys(settings).length > 0 ? settings : undefined,
        language: options.language,
        seed: options.seed,
        budget: Object.keys(budget).length > 0 ? budget : undefined,
      }) as ForkChanges
    }
  })
}

function seatChanges({ seat = [], model }: Options, { seats }: PublicDiscussion) {
  const named = seat.map((text) => {
    const { name, ...place } = parseSeat(text)
    if ("seat" in place) return { ...place, ...(name !== undefined && { name }) }
    if (name !== undefined) return { seat: name, ...place }
    const message = `"${text}" does not say whose seat; write Name=provider/model`
    throw invalidInput([{ field: "--seat", message }])
  })
  if (model === undefined) return named.length > 0 ? named : undefined
  const others = seats.filter(({ id, name, kind }) => kind === "model" && !named.some(isSeat(id, name)))
  return [...named, ...others.map(({ id }) => ({ seat: id, model }))]
}

function isSeat(id: string, name: string) {
  return ({ seat }: { readonly seat?: unknown }) =>
    seat === id || String(seat).trim().toLowerCase() === name.trim().toLowerCase()
}

/** Shows which turns there are, since no one knows them by heart. */
function missingTurnError({ turns, seats }: PublicDiscussion, terminal: Terminal) {
  const nameOf = (role: string) => printableLine(seats.find(({ id }) => id === role)?.name ?? role)
  const rows = turns.map(({ id, role, roundNumber, content }) => [
    id,
    `round ${roundNumber}`,
    nameOf(role),
    printableLine(content),
  ])
  terminal.note(tableText(rows, terminal.width()))
  return invalidInput([{ field: "--at", message: "say after which turn, such as --at t2; --at 0 begins anew" }])
}
