import { noUsage } from "../discussion/usage.ts"
import { applyPublic } from "./apply-public.ts"
import * as duet from "./duet-types.ts"
import type { PublicBallot, PublicErrorDetail, PublicEvent, PublicTurn, PublicVote } from "./types.ts"
import { type BallotItem, type DiscussionView, emptyView, type Item } from "./view.ts"

/** Only on this route: texts this short do not count as a solution. Elsewhere "Tabs" is one. */
const maxNoSolutionLength = 10
const skippedReason = "not asked: the minimum of rounds is not reached yet"

/** Translates the public events of a duet, from the first one on, into the types of `duet-types.ts`. */
export class DuetRecord {
  readonly id: duet.DiscussionId
  #view = emptyView

  constructor(discussionId: string) {
    this.id = `disc_${discussionId}` as duet.DiscussionId
  }

  get state(): duet.DiscussionState {
    return stateOf(this.id, this.#view)
  }

  /** Undefined for events that the duet contract does not have. */
  apply(event: PublicEvent): duet.DiscussionEvent | undefined {
    // Live text is not part of the duet state.
    if (event.type !== "turn_chunk") this.#view = applyPublic(this.#view, [event])
    const about = { discussionId: this.id, timestamp: Date.parse(event.at) }
    const view = this.#view
    switch (event.type) {
      case "discussion_started":
        return { type: event.type, ...about, prompt: view.topic, config: configOf(view) }
      case "round_started":
      case "consensus_check_started":
        return { type: event.type, ...about, roundNumber: event.data.roundNumber }
      case "turn_started": {
        const { purpose, roundNumber } = event.data
        const role = event.data.role as duet.ParticipantRole
        return purpose === "turn"
          ? { type: event.type, ...about, role, modelId: participantOf(view, role).modelId, roundNumber }
          : undefined
      }
      case "turn_chunk":
        return { type: event.type, ...about, role: event.data.role as duet.ParticipantRole, chunk: event.data.chunk }
      case "turn_completed": {
        const { turn } = event.data
        return turn.purpose === "turn" ? { type: event.type, ...about, turn: turnOf(turn) } : undefined
      }
      case "consensus_vote":
        return event.data.vote && { type: event.type, ...about, vote: voteOf(event.data.vote) }
      case "consensus_result":
        return { type: event.type, ...about, result: roundOf(view, event.data.result.roundNumber).consensusCheck! }
      case "round_completed":
        return { type: event.type, ...about, round: roundOf(view, event.data.round.number) }
      case "discussion_completed": {
        const ending = endingOf(view) as Pick<duet.DiscussionState, "finalConsensus"> & Reason
        return { type: event.type, ...about, ...ending, totalTokensUsed: tokensOf(view) }
      }
      case "discussion_error":
        return { type: event.type, ...about, error: errorOf(event.data.error) }
      case "discussion_aborted":
        return { type: event.type, ...about, reason: event.data.reason }
      default:
        return undefined
    }
  }
}

type Reason = { readonly stoppingReason: duet.StoppingReason }

function stateOf(id: duet.DiscussionId, view: DiscussionView): duet.DiscussionState {
  const rounds = view.items.flatMap((item) =>
    item.kind === "round" && item.summary ? [roundOf(view, item.number)] : [],
  )
  return {
    id,
    phase: phaseOf(view),
    config: configOf(view),
    rounds,
    currentRound: view.round?.number ?? 0,
    conversationHistory: view.items.flatMap(turnsIn).map((turn) => {
      const { modelId, providerId } = participantOf(view, turn.role)
      const label = turn.role === "model-a" ? "[Model A]" : "[Model B]"
      const metadata = { modelId, providerId, timestamp: turn.timestamp }
      return { role: "assistant", content: `${label} ${turn.content}`, metadata }
    }),
    consensusHistory: rounds.map(({ consensusCheck }) => consensusCheck!),
    ...endingOf(view),
    ...(view.startedAt !== undefined && { startedAt: Date.parse(view.startedAt) }),
    ...(view.endedAt !== undefined && { completedAt: Date.parse(view.endedAt) }),
    totalTokensUsed: tokensOf(view),
  }
}

const endPhases: Partial<Record<DiscussionView["status"], duet.DiscussionPhase>> = {
  completed: "completed",
  failed: "error",
  aborted: "aborted",
}

function phaseOf({ status, startedAt, items }: DiscussionView): duet.DiscussionPhase {
  const ended = endPhases[status]
  if (ended || startedAt === undefined) return ended ?? "idle"
  const last = items.findLast((item) => item.kind === "ballot" || (item.kind === "turn" && item.purpose === "turn"))
  if (last?.kind === "turn") return `${last.seat as duet.ParticipantRole}-turn`
  if (last?.kind !== "ballot") return "initializing"
  return last.ballot.voted.includes("model-a") ? "consensus-check-b" : "consensus-check-a"
}

function configOf({ topic, options, ...view }: DiscussionView): duet.DiscussionConfig {
  const participants = { modelA: participantOf(view, "model-a"), modelB: participantOf(view, "model-b") }
  return { prompt: topic, participants, options: options ? optionsOf(options) : ({} as duet.DiscussionOptions) }
}

function participantOf({ seats }: Pick<DiscussionView, "seats">, role: duet.ParticipantRole): duet.Participant {
  const unnamed = role === "model-a" ? "Model A" : "Model B"
  const { name = unnamed, model = "" } = seats.find(({ id }) => id === role) ?? {}
  const slash = model.indexOf("/")
  const [providerId, modelId] = [model.slice(0, Math.max(0, slash)), model.slice(slash + 1)]
  return { role, modelId, providerId, displayName: name === unnamed ? modelId : name }
}

function tokensOf({ usage }: DiscussionView): duet.DiscussionState["totalTokensUsed"] {
  const of = ({ promptTokens, completionTokens } = noUsage) => ({ prompt: promptTokens, completion: completionTokens })
  return { modelA: of(usage["model-a"]), modelB: of(usage["model-b"]) }
}

function endingOf({ outcome, error, round }: DiscussionView): Partial<duet.DiscussionState> {
  if (!outcome) return {}
  const { agreed, solution, contributions } = outcome
  const contribution = (seat: string) => contributions.find(({ role }) => role === seat)?.excerpt ?? ""
  const finalConsensus = agreed &&
    solution !== undefined && {
      solution,
      achievedAtRound: round?.number ?? 0,
      modelAContribution: contribution("model-a"),
      modelBContribution: contribution("model-b"),
    }
  return {
    stoppingReason: outcome.stoppingReason as duet.StoppingReason,
    ...(finalConsensus && { finalConsensus }),
    ...(error && { error: errorOf(error) }),
  }
}

function turnsIn(item: Item): duet.Turn[] {
  return item.kind === "turn" && item.state === "said" && item.turn?.purpose === "turn" ? [turnOf(item.turn)] : []
}

function roundOf({ items }: DiscussionView, number: number): duet.Round {
  const rest = items.slice(items.findLastIndex((item) => item.kind === "round" && item.number === number))
  const next = rest.findIndex((item) => item.kind === "round" && item.number > number)
  const said = next < 0 ? rest : rest.slice(0, next)
  const [modelATurn, modelBTurn] = said.flatMap(turnsIn)
  const asked = (item: Item) => item.kind === "ballot" && item.ballot.asks === "consensus" && item.ballot.result
  const check = said.findLast(asked) as BallotItem | undefined
  const skippedAt = modelBTurn ?? modelATurn
  const consensusCheck = check
    ? checkOf(check.ballot)
    : skippedCheck(number, skippedAt ? skippedAt.timestamp + skippedAt.durationMs : 0)
  return { number, modelATurn, modelBTurn, consensusCheck } as duet.Round
}

function optionsOf(settings: NonNullable<DiscussionView["options"]>): duet.DiscussionOptions {
  return {
    maxIterations: settings.rounds,
    temperature: settings.temperature,
    maxTokensPerTurn: settings.maxTokens,
    turnTimeoutMs: settings.turnTimeoutMs,
    totalTimeoutMs: settings.totalTimeoutMs ?? Number.MAX_SAFE_INTEGER,
    requireBothConsensus: settings.agreement === "all",
    minRoundsBeforeConsensus: settings.minRounds,
  }
}

/** `timestamp` is when the turn began; in public turns it is when the turn ended. */
function turnOf({ id, role, roundNumber, content, timestamp, durationMs, ...rest }: PublicTurn): duet.Turn {
  const { promptTokens, completionTokens } = rest.tokenUsage
  return {
    id,
    role: role as duet.ParticipantRole,
    roundNumber,
    content,
    timestamp: Date.parse(timestamp) - durationMs,
    durationMs,
    tokenUsage: { promptTokens, completionTokens },
    finishReason: rest.finishReason,
  }
}

function solutionOf(text: string | undefined): { proposedSolution?: string } {
  const solution = text?.trim() ?? ""
  return solution.length > maxNoSolutionLength ? { proposedSolution: solution } : {}
}

/** Unreadable and missing votes count as no. Only a yes has a proposed solution. */
function voteOf(vote: PublicVote): duet.ConsensusVote {
  const hasConsensus = vote.hasConsensus === true
  return {
    role: vote.role as duet.ParticipantRole,
    hasConsensus,
    confidence: vote.confidence,
    reasoning: vote.reasoning,
    ...(hasConsensus && solutionOf(vote.proposedSolution)),
    timestamp: Date.parse(vote.timestamp ?? ""),
  }
}

function checkOf({ votes, result, roundNumber }: PublicBallot): duet.ConsensusResult {
  const { passed, finalSolution } = result!
  const { proposedSolution: solution } = passed ? solutionOf(finalSolution) : {}
  const [modelAVote, modelBVote] = ["model-a", "model-b"].map((seat) =>
    voteOf(votes.find(({ role }) => role === seat)!),
  )
  return {
    isUnanimous: passed,
    modelAVote: modelAVote!,
    modelBVote: modelBVote!,
    ...(solution !== undefined && { finalSolution: solution }),
    roundNumber,
  }
}

function skippedCheck(roundNumber: number, timestamp: number): duet.ConsensusResult {
  const vote = (role: duet.ParticipantRole): duet.ConsensusVote => ({
    ...{ role, hasConsensus: false, confidence: 0, reasoning: skippedReason, skipped: true, timestamp },
  })
  return { isUnanimous: false, modelAVote: vote("model-a"), modelBVote: vote("model-b"), roundNumber }
}

function errorOf({ code, message, recoverable, role, roundNumber }: PublicErrorDetail): duet.DiscussionError {
  return {
    code: duet.duetErrorCodes.find((one) => one === code) ?? "PROVIDER_ERROR",
    message,
    recoverable,
    ...(role !== undefined && { role: role as duet.ParticipantRole }),
    ...(roundNumber !== undefined && { roundNumber }),
  }
}
