import type { BallotStage, Format, Stage } from "../discussion/format.ts"
import type { Seat, SeatId } from "../discussion/seat.ts"
import type { FieldProblem } from "../errors.ts"
import { findProtocol, isDecisive } from "../protocols/index.ts"
import type { DiscussionOptions } from "./input-types.ts"
import { sameName } from "./resolve-seats.ts"

interface DecisionRequest {
  readonly options: readonly string[]
  /** The options are the seats' own proposals. */
  readonly fromProposals: boolean
  /** A protocol was requested, so there must be a ballot. */
  readonly requiresBallot: boolean
  /** A ballot that always decides is held in the last round only, unless the seats call for it themselves. */
  readonly onlyInLastRound: boolean
  /** Whether votes are secret (default: the format's). */
  readonly secret?: boolean | undefined
}

const defaultBallot: BallotStage = {
  kind: "ballot",
  asks: "consensus",
  secret: true,
  onlyAfterPassed: false,
  decides: true,
}

/** The format with the ballots, the chair and the rounds that the requested decision needs. */
export function applyDecision(format: Format, request: DecisionRequest): Format {
  const { rounds, decide } = format.settings
  const votesFirst = decide === "vote-first"
  const protocol = defaultProtocol(format, request)
  const decisive = isDecisive(protocol)
  const hasCallBallot = format.stages.some((stage) => stage.kind === "ballot" && stage.asks === "call")
  const byChair = findProtocol(protocol).decides === "chair"
  const withSynthesis = byChair && !format.closing ? withChair(format) : format
  const hasDecidingBallot = format.stages.some((stage) => stage.kind === "ballot" && stage.decides)
  const requiresBallot = request.requiresBallot || request.options.length > 0
  const addsBallot = (requiresBallot || votesFirst) && !hasDecidingBallot && !byChair
  const given = addsBallot ? [...format.stages, defaultBallot] : format.stages
  const { secret } = request
  const stages = given.map((stage) => (stage.kind === "ballot" && secret !== undefined ? { ...stage, secret } : stage))
  const deciding = decidingStages(
    stages,
    request.options,
    request.fromProposals || (decisive && request.options.length === 0),
  )
  if (votesFirst) {
    return {
      ...withSynthesis,
      stages: voteFirstStages(deciding),
      settings: { ...format.settings, protocol, independentFirstRound: true },
    }
  }
  const stagesToLast = request.options.length > 0 ? withFinalBallot(deciding, rounds) : deciding
  const onlyInLastRound = request.onlyInLastRound && decisive && !hasCallBallot
  return {
    ...withSynthesis,
    stages: stagesToLast,
    settings: onlyInLastRound ? { ...format.settings, minRounds: rounds } : format.settings,
  }
}

/** A first vote that ends the discussion unless it is tied needs a protocol that names a leader. */
function defaultProtocol({ settings }: Format, { options, requiresBallot }: DecisionRequest) {
  const { protocol, decide, talk } = settings
  const findsLeader = decide === "vote-first" && talk !== "differences" && options.length > 0 && !requiresBallot
  return findsLeader && protocol === "consensus" ? "plurality" : protocol
}

/**
 * Every round ends with a vote that no seat has to call for. The first choice among given options is made without seeing
 * the others' answers; a consensus ballot needs to see them.
 */
function voteFirstStages(stages: readonly Stage[]): Stage[] {
  return stages.flatMap((stage): Stage[] => {
    if (stage.kind !== "ballot") return [stage]
    if (stage.asks === "call" || stage.asks === "confirm") return []
    const { rounds: _, ...vote } = { ...stage, onlyAfterPassed: false }
    if (vote.asks === "consensus" || vote.options === "proposals") return [vote]
    return [
      { ...vote, sees: "own", rounds: { to: 1 } },
      { ...vote, rounds: { from: 2 } },
    ]
  })
}

/**
 * With options the deciding ballot is a choice among them; without, it asks for consensus. With proposals it asks for
 * consensus first and then, unless all agree, for a choice among the proposals.
 */
function decidingStages(stages: readonly Stage[], options: readonly string[], fromProposals: boolean): Stage[] {
  const own = stages.filter((stage) => stage.kind === "ballot" && stage.asks === "choice")
  const hasProposals = own.some((stage) => stage.kind === "ballot" && stage.options === "proposals")
  return stages.flatMap((stage): Stage[] => {
    if (stage.kind !== "ballot" || (stage.asks !== "choice" && stage.asks !== "consensus")) return [stage]
    // A table with its own choice ballot does not get a second one.
    if (options.length > 0) return [own.length > 0 ? stage : { ...stage, asks: "choice" }]
    if (stage.options === "proposals" || stage.options === "answers") return [stage]
    const check: Stage = { ...stage, asks: "consensus" }
    if (!fromProposals || hasProposals) return [check]
    return [check, { ...check, asks: "choice", options: "proposals", onlyAfterPassed: false }]
  })
}

/** Given options are voted on in the last round even if no seat calls for a vote. */
function withFinalBallot(stages: readonly Stage[], rounds: number): Stage[] {
  return stages.flatMap((stage): Stage[] => {
    if (stage.kind !== "ballot" || stage.asks !== "choice" || !stage.onlyAfterPassed) return [stage]
    const last: Stage = { ...stage, onlyAfterPassed: false, rounds: { from: "last" } }
    return rounds === 1 ? [last] : [{ ...stage, rounds: { ...stage.rounds, to: rounds - 1 } }, last]
  })
}

function withChair(format: Format): Format {
  return {
    ...format,
    closing: { kind: "synthesis", by: "chair" },
    defaultSeats: [...format.defaultSeats, { name: "Chair", role: "chair" }],
    silentRoles: [...format.silentRoles, "chair"],
  }
}

interface RecordedTable {
  readonly format: Format
  readonly seats: readonly Seat[]
  readonly problems: readonly FieldProblem[]
}

/** Role of the silent seat that is added for a recorder given as provider/model. */
const recorderRole = "recorder"

/** The format with or without a record. A format with a synthesis has one only if `record` or `recorder` asks for it. */
export function applyRecord(
  format: Format,
  seats: readonly Seat[],
  request: Pick<DiscussionOptions, "record" | "recorder">,
): RecordedTable {
  const { record: preset, ...rest } = format
  const { record: wanted = request.recorder !== undefined || (preset && !format.closing) || false, recorder } = request
  if (wanted === false) {
    const message = "there is no record to write; remove recorder, or remove record: false"
    return { format: rest, seats, problems: recorder === undefined ? [] : [{ field: "recorder", message }] }
  }
  const findings = typeof wanted === "object" ? wanted.findings : preset?.findings
  const stage = { kind: "record", ...(findings && { findings }) } as const
  if (recorder === undefined) return { format: { ...rest, record: stage }, seats, problems: [] }
  const [first = "", ...fallbacks] = [recorder].flat()
  const seat = fallbacks.length > 0 ? undefined : seats.find(({ id, name }) => id === first || sameName(name, first))
  if (seat) {
    const message = `${seat.name} is ${seat.kind === "human" ? "a person" : "an outside agent"}; name a seat with a model`
    const problems = seat.kind === "model" ? [] : [{ field: "recorder", message }]
    return { format: { ...rest, record: { ...stage, by: seat.id } }, seats, problems }
  }
  if (!first.includes("/")) {
    const names = seats.filter(({ kind }) => kind === "model").map(({ name }) => name)
    const message = `there is no seat "${first}"; name ${names.join(", ")}, or provider/model`
    return { format: rest, seats, problems: [{ field: "recorder", message }] }
  }
  const own = recorderSeat(seats, first, fallbacks)
  const silentRoles = [...rest.silentRoles, recorderRole]
  return { format: { ...rest, silentRoles, record: { ...stage, by: own.id } }, seats: [...seats, own], problems: [] }
}

function recorderSeat(seats: readonly Seat[], model: string, fallbacks: readonly string[]): Seat {
  const isTaken = (name: string) => seats.some((seat) => sameName(seat.name, name) || seat.id === name.toLowerCase())
  let name = "Recorder"
  for (let count = 2; isTaken(name); count++) name = `Recorder ${count}`
  const id = name.toLowerCase().replace(" ", "-")
  return { id, name, kind: "model", role: recorderRole, model, ...(fallbacks.length > 0 && { fallbacks }) }
}

/** The seat that answers alone: the named one, else the heaviest, else the first if all seats share one model. */
export function findBaselineSeat(
  wanted: boolean | string | undefined,
  seats: readonly Seat[],
  options: readonly string[],
): { readonly seat?: SeatId; readonly problems: readonly FieldProblem[] } {
  if (wanted === undefined || wanted === false) return { problems: [] }
  const refused = (message: string) => ({ problems: [{ field: "baseline", message }] })
  if (options.length === 0) return refused("needs options to choose from; set decision.options, or remove baseline")
  const models = seats.filter(({ kind }) => kind === "model")
  const names = models.map(({ name }) => name).join(", ")
  if (typeof wanted === "string") {
    const named = models.find(({ id, name }) => id === wanted || sameName(name, wanted))
    return named
      ? { seat: named.id, problems: [] }
      : refused(`there is no seat "${wanted}" with a model; name ${names}`)
  }
  const [heaviest] = models.filter(({ weight }) => weight !== undefined).toSorted((a, b) => b.weight! - a.weight!)
  const isSameModel = new Set(models.map(({ model }) => model)).size === 1
  const seat = heaviest ?? (isSameModel ? models[0] : undefined)
  return seat
    ? { seat: seat.id, problems: [] }
    : refused(`no seat has a weight, and their models differ; name the seat to compare with: ${names}`)
}
