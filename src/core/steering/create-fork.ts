import type { z } from "zod"
import type { DiscussionEvent, NewEvent } from "../discussion/event.ts"
import { fold, foldEvents } from "../discussion/fold.ts"
import type { Seat } from "../discussion/seat.ts"
import type { Settings } from "../discussion/settings.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Parent, Table } from "../discussion/table.ts"
import { ConclaveError, type FieldProblem, invalidField, invalidInput } from "../errors.ts"
import { resolveSeat, seatProblems } from "../formats/resolve-seats.ts"
import { languageProblem, settingsProblems } from "../formats/setting-problems.ts"
import { omitUndefined } from "../omit-undefined.ts"
import { discussionStarted } from "../steps/lifecycle.ts"
import { forkChangesSchema } from "../tables/discussion-request.ts"
import { type TableDefaults, toBudget } from "../tables/resolve-table.ts"
import { parse } from "../validation.ts"
import { forkIntoFormat } from "./fork-into-format.ts"
import { addSeat, findSeat, firstSeatModel, modelProblem, removeSeat } from "./seats.ts"

type Changes = z.output<ReturnType<typeof forkChangesSchema>>

export interface ForkSource {
  readonly parentId: string
  readonly events: readonly DiscussionEvent[]
  /** The id of the last turn to take over, or its number; 0 takes over none. */
  readonly atTurn: string | number
  readonly changes?: unknown
  readonly defaults: Partial<TableDefaults>
  /** The parent's current project, which may differ from the one in its log. */
  readonly projectId?: string | null
  /** Seed of the pseudonyms of a fork into another format. */
  readonly secret: string
}

/** The initial log of a fork: its own table, the events taken over from its parent, and `fork_started`. */
export function createFork(
  id: string,
  { parentId, events, atTurn, changes: changesInput, defaults, projectId, secret }: ForkSource,
  now: number,
) {
  const changes = parse(forkChangesSchema(), changesInput ?? {}, "changes")
  const parent = findForkPoint(events, parentId, atTurn)
  const inherited = events.slice(0, parent.seq)
  const before = fold(parentId, inherited)
  const seats = new Map(before.everyone.map((seat) => [seat.id, seat]))
  const problems = applySeatChanges(before, seats, changes)
  const project = omitUndefined({ projectId: projectId ?? undefined })
  if (changes.format !== undefined || changes.table !== undefined) {
    if (problems.length > 0) throw invalidInput(problems)
    const fork = { before, parent, seats: [...seats.values()], changes, defaults, belongsTo: project, secret }
    return forkIntoFormat(id, fork, now)
  }
  const belongsTo = omitUndefined({ parent, startedBy: defaults.startedBy, ...project })
  const own = before.table.seats.map((seat) => seats.get(seat.id)!)
  const table = forkTable(before, own, changes, belongsTo)
  problems.push(...tableProblems(before, table, changes))
  if (problems.length > 0) throw invalidInput(problems)

  const log: DiscussionEvent[] = [{ type: "discussion_created", data: { table }, seq: 1, at: now }]
  const add = (event: NewEvent, at: number) => log.push({ ...event, seq: log.length + 1, at })
  const seatsWithNewModel = new Set(
    before.everyone.filter((seat) => seats.get(seat.id)!.model !== seat.model).map(({ id }) => id),
  )
  for (const event of inherited.slice(1)) {
    add(
      event.type === "discussion_started" ? discussionStarted(table) : inheritEvent(event, seats, seatsWithNewModel),
      event.at,
    )
  }
  if (before.startedAt === null) add(discussionStarted(table), now)
  add({ type: "fork_started", data: { parent } }, now)
  let state = foldFork(id, log)
  for (const seat of changes.leave ?? []) {
    for (const event of removeSeat(state, seat)) add(event, now)
    state = foldEvents(state, log.slice(state.seq))
  }
  for (const seat of changes.join ?? []) {
    add(addSeat(state, seat), now)
    state = foldEvents(state, log.slice(state.seq))
  }
  return { events: log, state }
}

function findForkPoint(events: readonly DiscussionEvent[], discussionId: string, atTurn: string | number): Parent {
  if (atTurn === 0) {
    const seq = events.find(({ type }) => type === "discussion_started")?.seq ?? 1
    return { kind: "fork", discussionId, atTurn: null, seq }
  }
  const turnId = typeof atTurn === "number" ? `t${atTurn}` : atTurn
  const end = events.find((event) => endedTurnId(event) === turnId)
  if (end) return { kind: "fork", discussionId, atTurn: turnId, seq: end.seq }
  const last = events.findLast((event) => endedTurnId(event) !== undefined)
  const known = last ? `the last completed one is ${endedTurnId(last)}` : "none is completed yet"
  throw invalidField("atTurn", `there is no completed turn ${turnId}; ${known}`)
}

function endedTurnId(event: DiscussionEvent): string | undefined {
  if (event.type === "turn_completed" || event.type === "turn_passed") return event.data.turn.id
  return event.type === "turn_skipped" ? event.data.turnId : undefined
}

/** Applies `changes.seats` to `seats` and returns the problems. */
function applySeatChanges(before: DiscussionState, seats: Map<string, Seat>, changes: Changes): FieldProblem[] {
  const model = firstSeatModel(before)
  return (changes.seats ?? []).flatMap(({ seat: which, ...place }, index) => {
    const field = `changes.seats[${index}]`
    const old = seats.get(findSeat(before, which).id)!
    const { kind = place.model === undefined ? old.kind : "model" } = place
    const { model: oldModel = model, fallbacks = [], ...rest } = old
    const models = place.model ?? [oldModel, ...fallbacks]
    const { id } = old
    const resolved = resolveSeat(
      { ...place, kind, ...(kind === "model" && { model: models }) },
      { id, name: place.name ?? old.name, role: place.role ?? old.role },
      model,
    )
    const seat = { ...rest, ...resolved }
    const others = [...seats.values()].filter((other) => other.id !== id)
    seats.set(id, seat)
    return [
      ...seatProblems(seat, place, others, field),
      ...modelProblem(seat, field),
      ...languageProblem(place.language, `${field}.language`),
    ]
  })
}

function forkTable(
  { table }: DiscussionState,
  seats: readonly Seat[],
  changes: Changes,
  belongsTo: Pick<Table, "parent" | "startedBy" | "projectId">,
): Table {
  const { projectId: _, startedBy: __, ...rest } = table
  const { topic, language, seed, budget } = changes
  const settings = { ...table.format.settings, ...omitUndefined(changes.options ?? {}) } as Settings
  return {
    ...rest,
    seats,
    format: { ...table.format, settings },
    ...omitUndefined({ topic: topic?.trim(), language, seed, budget: budget && toBudget(budget) }),
    ...belongsTo,
  }
}

function tableProblems(
  { round, table }: DiscussionState,
  { format: { settings }, language }: Table,
  changes: Changes,
): FieldProblem[] {
  const before = table.format.settings
  const problems = settingsProblems(settings).map(({ field, message }) => ({ field: `changes.${field}`, message }))
  if (changes.options?.decide !== undefined && changes.options.decide !== before.decide) {
    const message = "a fork cannot change this; start a new discussion instead"
    problems.push({ field: "changes.options.decide", message })
  }
  if (round && settings.rounds < round.number) {
    problems.push({
      field: "changes.options.rounds",
      message: `round ${round.number} has started; set at least that many`,
    })
  }
  return changes.language === undefined ? problems : [...problems, ...languageProblem(language, "changes.language")]
}

/** The parent's event with the fork's seats. A permanent fallback is dropped if the fork changed the seat's model. */
function inheritEvent(
  event: DiscussionEvent,
  seats: ReadonlyMap<string, Seat>,
  seatsWithNewModel: ReadonlySet<string>,
): NewEvent {
  if (event.type === "seat_joined") {
    return { type: event.type, data: { ...event.data, seat: seats.get(event.data.seat.id)! } }
  }
  const isRetry = event.type === "turn_retried" || event.type === "ballot_retried"
  if (isRetry && seatsWithNewModel.has(event.data.seat)) {
    const { lasting: _, ...data } = event.data
    return { type: event.type, data } as NewEvent
  }
  const { seq: _, at: __, ...fact } = event
  return fact as NewEvent
}

function foldFork(id: string, log: readonly DiscussionEvent[]): DiscussionState {
  try {
    return fold(id, log)
  } catch (error) {
    if (!(error instanceof ConclaveError) || error.code !== "STATE_INVALID") throw error
    const message = `do not fit the turns taken over: ${error.message}; change less, or fork earlier`
    throw invalidField("changes.options", message)
  }
}
