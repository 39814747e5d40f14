import type { BallotStage, Format, Stage } from "../discussion/format.ts"
import { findProtocol, isDecisive } from "../protocols/index.ts"

interface DecisionRequest {
  readonly options: readonly string[]
  /** The options are the proposals that the seats make. */
  readonly fromProposals: boolean
  /** A way to decide was asked for, so that there must be a ballot. */
  readonly requiresBallot: boolean
  /** A ballot that always decides waits for the last round, unless the seats call for it themselves. */
  readonly onlyInLastRound: boolean
  /** Whether votes are secret; undefined: as the format says. */
  readonly secret?: boolean | undefined
}

const defaultBallot: BallotStage = {
  kind: "ballot",
  asks: "consensus",
  secret: true,
  onlyAfterPassed: false,
  decides: true,
}

/** The same format with the ballots, the writer and the rounds that its way to decide needs. */
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

/** A vote that is to stand where one option leads needs a protocol that finds the leader. */
function defaultProtocol({ settings }: Format, { options, requiresBallot }: DecisionRequest) {
  const { protocol, decide, talk } = settings
  const findsLeader = decide === "vote-first" && talk !== "differences" && options.length > 0 && !requiresBallot
  return findsLeader && protocol === "consensus" ? "plurality" : protocol
}

/**
 * Every round ends with a vote, and nobody has to call for it. Of given options each voter chooses for the first time
 * alone; whether there is consensus can only be said of answers that have been seen.
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
 * With options the deciding ballot is a choice among them; without, it asks whether there is consensus. Where proposals
 * are the options it asks that first, and then, unless all agree, which of the proposals it shall be.
 */
function decidingStages(stages: readonly Stage[], options: readonly string[], fromProposals: boolean): Stage[] {
  const own = stages.filter((stage) => stage.kind === "ballot" && stage.asks === "choice")
  const hasProposals = own.some((stage) => stage.kind === "ballot" && stage.options === "proposals")
  return stages.flatMap((stage): Stage[] => {
    if (stage.kind !== "ballot" || (stage.asks !== "choice" && stage.asks !== "consensus")) return [stage]
    // A table with a choice of its own is not made to choose twice.
    if (options.length > 0) return [own.length > 0 ? stage : { ...stage, asks: "choice" }]
    if (stage.options === "proposals" || stage.options === "answers") return [stage]
    const check: Stage = { ...stage, asks: "consensus" }
    if (!fromProposals || hasProposals) return [check]
    return [check, { ...check, asks: "choice", options: "proposals", onlyAfterPassed: false }]
  })
}

/** Options that were given are voted on in the last round, also where nobody calls for it. */
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
