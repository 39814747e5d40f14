import { z } from "zod"
import type { NewEvent } from "../discussion/event.ts"
import { isOver } from "../discussion/fold.ts"
import type { Seat } from "../discussion/seat.ts"
import { currentModel, roundNumber } from "../discussion/seat-queries.ts"
import type { Settings } from "../discussion/settings.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { runningSubDiscussion, subDiscussionId } from "../discussion/sub-discussion.ts"
import type { Budget, Table } from "../discussion/table.ts"
import { ConclaveError, invalidField } from "../errors.ts"
import { discussionInputSchema } from "../formats/discussion-input.ts"
import { defaultFormat } from "../formats/index.ts"
import { sameName } from "../formats/resolve-seats.ts"
import { lazy } from "../lazy.ts"
import { omitUndefined } from "../omit-undefined.ts"
import { withSecret } from "../prompting/pseudonyms.ts"
import { hash } from "../random.ts"
import { budgetUsed, recordReserve, remainingMs } from "../steps/stop-rules.ts"
import { resolveTable, toBudget } from "../tables/resolve-table.ts"
import { parse } from "../validation.ts"
import { firstSeatModel, seatModels, toSeatInput } from "./seats.ts"

export const subDiscussionInputSchema = lazy(() => {
  const { topic, format, options, decision, budget } = discussionInputSchema().shape
  const seatName = z.string().min(1).max(100)
  return z.strictObject({
    topic,
    seats: z
      .array(seatName)
      .min(1, "must name at least one seat")
      .max(50)
      .describe("seats that take part, by id or name"),
    by: seatName
      .optional()
      .describe("the seat that asks for it, which also takes part; omit it if a person outside the discussion asks"),
    format: format.optional().describe(`format (default: ${defaultFormat.name})`),
    options,
    decision,
    budget,
  })
})

export type SubDiscussionInput = z.input<ReturnType<typeof subDiscussionInputSchema>>

/** Settings inherited from the parent unless the request has a whole format: how calls are made and awaited. */
const inheritedSettings = [
  ...["temperature", "maxTokens", "voteTemperature", "voteMaxTokens", "turnTimeoutMs", "firstTokenTimeoutMs"],
  ...["idleTimeoutMs", "timeoutGrowth", "retries", "retryDelayMs", "retryAfterMaxMs", "waitMs", "afterWait"],
  ...["subDiscussions", "subDiscussionShare"],
] as readonly (keyof Settings)[]
const defaultRounds = 2

export function createSubDiscussion(
  state: DiscussionState,
  input: unknown,
  now: number,
): Extract<NewEvent, { type: "sub_discussion_started" }> {
  const request = parse(subDiscussionInputSchema(), input)
  assertMayCreate(state)
  const by = request.by === undefined ? undefined : findPresentSeat(state, request.by, "by")
  const named = request.seats.map((name, index) => findPresentSeat(state, name, `seats[${index}]`))
  const seats = [...new Set([...(by ? [by] : []), ...named])]
  if (seats.length < 2) throw invalidField("seats", "must name at least two seats")
  const subId = `s${state.subDiscussions.length + 1}`
  const table = subDiscussionTable(state, request, seats, subId, now)
  const data = {
    subId,
    discussionId: subDiscussionId(state.id, subId),
    by: by?.id ?? null,
    speaker: seats[0]!.id,
    seats: seats.map(({ id }) => id),
    topic: table.topic,
    roundNumber: roundNumber(state),
    table,
  }
  return { type: "sub_discussion_started", data }
}

function assertMayCreate(state: DiscussionState): void {
  const { status, startedAt, closing, table, subDiscussions } = state
  const { subDiscussionDepth: depth, subDiscussions: maxSubDiscussions } = table.format.settings
  const running = runningSubDiscussion(state)
  const reason =
    isOver(status) || startedAt === null
      ? `the discussion is ${status}`
      : closing !== null
        ? "the last round is over, so no sub-discussion can start"
        : running
          ? `sub-discussion ${running.id} is running; wait until it ends`
          : depth === 0
            ? "no sub-discussion can start here: options.subDiscussionDepth is 0"
            : subDiscussions.length >= maxSubDiscussions
              ? `options.subDiscussions allows only ${maxSubDiscussions}, and there have been ${subDiscussions.length}`
              : undefined
  if (reason !== undefined) throw new ConclaveError("STATE_INVALID", reason)
}

function findPresentSeat({ everyone, leftSeats: left }: DiscussionState, called: string, field: string): Seat {
  const present = everyone.filter(({ id }) => !left.includes(id))
  const seat = present.find(({ id }) => id === called) ?? present.find(({ name }) => sameName(name, called))
  if (seat) return seat
  const names = present.map(({ name }) => name).join(", ")
  throw invalidField(field, `there is no seat "${called}"; there are ${names}`)
}

/** The child's table, with seats from the parent and a seed derived from the parent's. */
function subDiscussionTable(
  state: DiscussionState,
  asked: z.output<ReturnType<typeof subDiscussionInputSchema>>,
  seats: readonly Seat[],
  subId: string,
  now: number,
): Table {
  const { table, seq, id: discussionId } = state
  const { settings, name: parentFormat } = table.format
  const requestedFormat = asked.format ?? defaultFormat.name
  const inherited =
    typeof requestedFormat === "string" ? Object.fromEntries(inheritedSettings.map((key) => [key, settings[key]])) : {}
  const rounds = typeof requestedFormat === "string" ? { rounds: Math.min(defaultRounds, settings.rounds) } : {}
  const input = {
    format: requestedFormat,
    topic: asked.topic,
    // Its outcome is reported as a turn of the parent instead.
    record: false,
    seats: seats.map((seat) => toSeatInput(seat, remainingModels(state, seat), requestedFormat === parentFormat)),
    options: { ...inherited, ...rounds, ...asked.options },
    ...(asked.decision && { decision: asked.decision }),
  }
  const resolvedTable = resolveTable(input, {
    model: firstSeatModel(state),
    seed: hash(`${table.seed}/${subId}`),
    language: table.language,
    settings: {},
    ...(table.startedBy !== undefined && { startedBy: table.startedBy }),
  })
  const resolved = table.secret === undefined ? resolvedTable : withSecret(resolvedTable, `${table.secret}/${subId}`)
  const { rounds: requestedRounds } = resolved.format.settings
  if (requestedRounds > settings.rounds)
    throw invalidField(
      "options.rounds",
      `${requestedRounds} is more than its parent has (${settings.rounds}); lower it`,
    )
  const subDiscussionDepth = settings.subDiscussionDepth - 1
  const subDiscussionsBySeats = settings.subDiscussionsBySeats && subDiscussionDepth > 0
  return {
    ...resolved,
    ...(table.materials && { materials: table.materials }),
    seats: resolved.seats.map((seat) => {
      const agentId = seats.find(({ name }) => name === seat.name)?.agentId
      return agentId === undefined ? seat : { ...seat, agentId }
    }),
    format: {
      ...resolved.format,
      settings: { ...resolved.format.settings, subDiscussionDepth, subDiscussionsBySeats },
    },
    budget: subDiscussionBudget(state, toBudget(asked.budget), now),
    parent: { kind: "sub-discussion", discussionId, atTurn: subId, seq },
  }
}

/** The seat's models without those that already failed for good. */
function remainingModels(state: DiscussionState, seat: Seat): readonly string[] {
  const models = seatModels(seat)
  return models.slice(Math.max(0, models.indexOf(currentModel(state, seat) ?? "")))
}

/** At most what is left of each of the parent's budgets; by default a share of it. */
function subDiscussionBudget(state: DiscussionState, requested: Budget, now: number): Budget {
  const used = budgetUsed(state, now)
  const { tokens, dollars } = state.table.budget
  const share = state.table.format.settings.subDiscussionShare
  const part = (left: number | undefined, wanted: number | undefined, least: number) => {
    if (left === undefined) return wanted
    if (left < least) throw new ConclaveError("STATE_INVALID", "the budget is used up, so no sub-discussion can start")
    return Math.max(least, Math.min(wanted ?? left * share, left))
  }
  const whole = (amount: number | undefined) => amount && Math.floor(amount)
  const reserve = recordReserve(state, used)
  const ofTokens = whole(part(tokens && tokens - used.tokens - (reserve.tokens ?? 0), requested.tokens, 1))
  const ofTime = whole(part(remainingMs(state, now), requested.milliseconds, 1))
  const ofMoney = part(dollars && dollars - used.dollars - (reserve.dollars ?? 0), requested.dollars, Number.MIN_VALUE)
  return omitUndefined({ tokens: ofTokens, milliseconds: ofTime, dollars: ofMoney })
}
