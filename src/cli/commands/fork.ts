import { invalidField } from "../../core/errors.ts"
import { omitUndefined } from "../../core/omit-undefined.ts"
import type { PublicDiscussion } from "../../core/public/types.ts"
import type { ForkChanges } from "../../core/tables/discussion-request.ts"
import { discussionOperations } from "../../operations/discussions.ts"
import { command, groups, withHeading, writeJson } from "../command.ts"
import { discussionIdArgument, resolveDiscussionId, withDiscussion } from "../common-options.ts"
import { comparisonText } from "../comparison-text.ts"
import { argumentOf, commandOf, optionsOf } from "../operation-options.ts"
import { parseSeat } from "../parse-seat.ts"
import { printableLine } from "../printable.ts"
import { checkOutFile, type OutputOptions, outputModeOf, outputOptions, reportOutcome } from "../report-outcome.ts"
import { screenMessages } from "../screen-messages.ts"
import { budgetOptions, languageAndSeed, requestFields, speakingOptions } from "../setting-flags.ts"
import type { Terminal } from "../terminal.ts"
import { tableText } from "../text-layout.ts"
import { watchDiscussion } from "../watch-discussion.ts"

interface ForkOptions extends OutputOptions {
  readonly at?: string
  readonly table?: string
  readonly seat?: readonly string[]
  readonly model?: string
  readonly join?: readonly string[]
  readonly leave?: readonly string[]
  readonly topic?: string
  readonly compare?: true
}

const { fork, compare } = discussionOperations
const changes = fork.input.shape.changes.unwrap().shape

export const commands = [
  command<ForkOptions>({
    group: groups.discuss,
    ...commandOf(fork, "Everything up to the turn is kept. Without --at, lists the turns."),
    arguments: [discussionIdArgument],
    options: [
      ...withHeading("Changes", [
        ...optionsOf(fork.input.shape, { atTurn: "--at <turn>" }),
        ...optionsOf(changes, { table: { flags: "-t, --table <table>", values: "tables" } }, "changes."),
        ...optionsOf(changes, { seats: { flags: "-s, --seat <seat>", values: "seats" } }, "changes."),
        { flags: "-m, --model <name>", values: "models", about: "model for all model seats not set with --seat" },
        ...optionsOf(
          changes,
          { join: { flags: "--join <seat>", values: "seats" }, leave: "--leave <name>", topic: "--topic <text>" },
          "changes.",
        ),
        ...languageAndSeed,
      ]),
      ...speakingOptions,
      ...budgetOptions,
      ...outputOptions,
      { flags: "--compare", about: "show where the two differ at the end", group: "Output" },
    ],
    examples: [
      "conclave fork 0b6f3c1e --at 4 --seat Critical=openai/gpt-5 --compare",
      "conclave fork 0b6f3c1e --at t2 --rounds 5 --set temperature=1",
      "conclave fork 0b6f3c1e --at t6 --table assembly",
    ],
    async run(context) {
      const { options, terminal, host, userName: author, now } = context
      const since = now()
      await checkOutFile(options)
      return withDiscussion(context, "run", async (client, parentId) => {
        const parent = await client.discussion(parentId)
        if (options.at === undefined) return listTurns(parent, terminal, options)
        const atTurn = /^\d+$/.test(options.at) ? Number(options.at) : options.at
        const table = options.table === undefined ? undefined : ((await host.findTable(options.table)) ?? options.table)
        const outputMode = outputModeOf(options)
        const forking = client.fork(parentId, atTurn, { ...forkChanges(options, parent), ...(table && { table }) })
        const id = forking.then((id) => {
          if (outputMode === "live")
            terminal.write(`Continuing from turn ${options.at} of: ${printableLine(parent.topic)}\n\n`)
          return id
        })
        const ended = await watchDiscussion({ client, terminal, id, author, outputMode, since, now })
        if (options.compare) {
          const comparison = await client.compare(parentId, ended.id)
          if (options.json) terminal.write(`${JSON.stringify({ comparison })}\n`)
          else terminal.write(comparisonText(comparison, { a: parent, b: ended }, terminal))
        }
        return reportOutcome(client, terminal, ended, options)
      })
    },
  }),

  command({
    group: groups.history,
    ...commandOf(compare, "With one id, compares a fork with its original."),
    arguments: [
      { ...discussionIdArgument, name: "a" },
      argumentOf("b", compare.input.shape.with, { values: "discussions", optional: true }),
    ],
    examples: ["conclave compare 0b6f3c1e 5d1c22aa"],
    run: (context) =>
      withDiscussion(context, "read", async (client, id) => {
        const { args, options, terminal } = context
        const first = await client.discussion(id)
        const other = args[1] === undefined ? first.parent?.discussionId : await resolveDiscussionId(client, args[1])
        if (other === undefined) throw invalidField("b", `is required: ${first.id} is not a fork`)
        const second = await client.discussion(other)
        // The original comes first.
        const [a, b] = args[1] === undefined ? [second, first] : [first, second]
        const comparison = await client.compare(a.id, b.id)
        if (options.json) writeJson(terminal, { a: a.id, b: b.id, comparison })
        else terminal.write(comparisonText(comparison, { a, b }, terminal))
      }),
  }),
]

function forkChanges(options: ForkOptions, parent: PublicDiscussion): ForkChanges {
  const { join, leave, topic } = options
  const seats = seatChanges(options, parent)
  const joining = join?.map((text) => parseSeat(text, "--join"))
  return { ...omitUndefined({ seats, join: joining, leave, topic }), ...requestFields(options, "fork") } as ForkChanges
}

function seatChanges({ seat = [], model }: ForkOptions, { seats }: PublicDiscussion) {
  const named = seat.map((text) => {
    const { name, ...place } = parseSeat(text)
    if ("seat" in place) return { ...place, ...(name !== undefined && { name }) }
    if (name !== undefined) return { seat: name, ...place }
    throw invalidField("--seat", `"${text}" has no seat name; use Name=provider/model`)
  })
  if (model === undefined) return named.length > 0 ? named : undefined
  const others = seats.filter(({ id, name, kind }) => kind === "model" && !named.some(isSeat(id, name)))
  return [...named, ...others.map(({ id }) => ({ seat: id, model }))]
}

function isSeat(id: string, name: string) {
  return ({ seat }: { readonly seat?: unknown }) =>
    seat === id || String(seat).trim().toLowerCase() === name.trim().toLowerCase()
}

/** Lists the turns to fork from. With changes but no --at, a fork was intended: --at is missing. */
function listTurns(parent: PublicDiscussion, terminal: Terminal, options: ForkOptions): undefined {
  if (options.table !== undefined || Object.keys(forkChanges(options, parent)).length > 0) {
    const message = `is required, such as --at t2; list the turns with: conclave fork ${parent.id.slice(0, 8)}`
    throw invalidField("--at", message)
  }
  const turns = parent.turns.map(({ id, roundNumber, role, content }) => {
    const seat = parent.seats.find((one) => one.id === role)?.name ?? role
    return { id, roundNumber, seat, content }
  })
  if (options.json) return writeJson(terminal, { id: parent.id, turns })
  const { passes } = screenMessages(parent.language)
  const rows = turns.map(({ id, roundNumber, seat, content }, at) => {
    const said = parent.turns[at]!.passed ? `(${passes})` : content
    return [id, `round ${roundNumber}`, seat, said].map(printableLine)
  })
  terminal.write(tableText(rows, terminal.width()))
  terminal.note(`Fork after a turn: conclave fork ${parent.id.slice(0, 8)} --at t2. --at 0 starts over.\n`)
}
