import type { DiscussionEvent } from "../discussion/event.ts"
import { fold } from "../discussion/fold.ts"
import type { Seat } from "../discussion/seat.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Material, Parent, Table } from "../discussion/table.ts"
import { ConclaveError } from "../errors.ts"
import { displayNames, isAnonymous, withSecret } from "../prompting/pseudonyms.ts"
import { hash } from "../random.ts"
import { discussionStarted } from "../steps/lifecycle.ts"
import type { ForkChanges } from "../tables/discussion-request.ts"
import { resolveTable, type TableDefaults } from "../tables/resolve-table.ts"
import { excerpt } from "../text.ts"
import { findSeat, firstSeatModel, seatModels, toSeatInput } from "./seats.ts"

interface FormatFork {
  readonly before: DiscussionState
  readonly parent: Parent
  readonly seats: readonly Seat[]
  readonly changes: ForkChanges
  readonly defaults: Partial<TableDefaults>
  readonly belongsTo: Pick<Table, "projectId">
  readonly secret: string
}

const nameLength = 80

/**
 * A fork into another format. Events are only valid under the format that produced them, so none are taken over: the
 * seats start over, with the transcript up to the turn as a material.
 */
export function forkIntoFormat(id: string, fork: FormatFork, now: number) {
  const { before, belongsTo } = fork
  // No events are taken over.
  const parent = { ...fork.parent, seq: 0 }
  const materials = [...(before.table.materials ?? []), ...transcriptMaterial(before)]
  const table = { ...newTable(id, fork), ...(materials.length > 0 && { materials }), ...belongsTo, parent }
  const facts = [
    { type: "discussion_created", data: { table } },
    discussionStarted(table),
    { type: "fork_started", data: { parent } },
  ] as const
  const events = facts.map((fact, index): DiscussionEvent => ({ ...fact, seq: index + 1, at: now }))
  return { events, state: fold(id, events) }
}

function newTable(id: string, { before, seats, changes, defaults, secret }: FormatFork): Table {
  const { topic, language, choices, format } = before.table
  const { milliseconds, ...limits } = before.table.budget
  const gone = new Set([...before.leftSeats, ...(changes.leave ?? []).map((seat) => findSeat(before, seat).id)])
  const stay = seats.filter((seat) => !gone.has(seat.id) && !format.silentRoles.includes(seat.role))
  const request = {
    topic,
    language,
    budget: { ...limits, ...(milliseconds !== undefined && { seconds: milliseconds / 1_000 }) },
    ...(choices.length > 0 && { decision: { options: choices } }),
    ...withoutSeats(changes),
    seats: [
      ...stay.map((seat) => toSeatInput(seat, seatModels(seat), hasNewRole(seat, before))),
      ...(changes.join ?? []),
    ],
  }
  try {
    const model = firstSeatModel(before)
    return withSecret(resolveTable(request, { model, language, settings: {}, ...defaults, seed: hash(id) }), secret)
  } catch (error) {
    throw error instanceof ConclaveError ? inChanges(error) : error
  }
}

function withoutSeats({ seats: _, join: __, leave: ___, ...rest }: ForkChanges) {
  return rest
}

/** Roles of the old format are dropped, unless the fork changed them. */
function hasNewRole({ id, role }: Seat, { everyone }: DiscussionState): boolean {
  return role !== everyone.find((old) => old.id === id)?.role
}

function inChanges(error: ConclaveError): ConclaveError {
  const problems = error.problems.map(({ field, ...rest }) => ({ ...rest, field: `changes.${field}` }))
  const [first] = problems
  return new ConclaveError(error.code, first ? `${first.field}: ${first.message}` : error.message, { problems })
}

/** The transcript, with the names that the seats saw. */
function transcriptMaterial(before: DiscussionState): readonly Material[] {
  const { table, entries } = before
  const nameOf = displayNames(before, isAnonymous(table.format))
  const said = entries.flatMap((entry) => {
    if (entry.kind === "interjection") return [`${entry.interjection.author}: ${entry.interjection.content}`]
    if (entry.kind !== "turn" || entry.turn.passed) return []
    return [`${nameOf(entry.turn.seat)} (round ${entry.turn.roundNumber}): ${entry.turn.content}`]
  })
  return said.length === 0 ? [] : [{ name: excerpt(table.topic, nameLength), text: said.join("\n\n") }]
}
