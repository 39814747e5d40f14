import type * as duet from "./duet-types.ts"
import type { PublicErrorDetail, PublicEvent, PublicEventData, PublicTurn, PublicVote } from "./types.ts"

/** The id of a duet as its own clients know it. */
function duetId(discussionId: string): duet.DiscussionId {
  return `disc_${discussionId}` as duet.DiscussionId
}

/** On this route only: whatever is this short names no solution. Elsewhere "Tabs" is one. */
const maxNoSolutionLength = 10
const skippedReason = "not asked: the minimum of rounds is not reached yet"

const errorCodes: readonly string[] = [
  ...["INITIALIZATION_FAILED", "TURN_FAILED", "TURN_TIMEOUT", "CONSENSUS_PARSE_FAILED", "PROVIDER_ERROR"],
  ...["STATE_INVALID", "DISCUSSION_TIMEOUT", "UNKNOWN"],
]

type Settings = PublicEventData["discussion_started"]["options"]
type Seats = PublicEventData["discussion_started"]["seats"]
type Result = PublicEventData["consensus_result"]["result"]

/** Follows a duet from its first event, and tells each event and the whole in the words of `duet-types.ts`. */
export class DuetRecord {
  readonly #state: duet.DiscussionState
  #turns: duet.Turn[] = []
  #check: duet.ConsensusResult | undefined

  constructor(discussionId: string) {
    this.#state = {
      id: duetId(discussionId),
      phase: "idle",
      config: { prompt: "", participants: participantsOf([]), options: {} as duet.DiscussionOptions },
      rounds: [],
      currentRound: 0,
      conversationHistory: [],
      consensusHistory: [],
      totalTokensUsed: { modelA: { prompt: 0, completion: 0 }, modelB: { prompt: 0, completion: 0 } },
    }
  }

  get id(): duet.DiscussionId {
    return this.#state.id
  }

  get state(): duet.DiscussionState {
    return structuredClone(this.#state)
  }

  /** The same event for a duet's client; undefined for what its contract has no event for. */
  apply(event: PublicEvent): duet.DiscussionEvent | undefined {
    const about = { discussionId: this.#state.id, timestamp: Date.parse(event.at) }
    const state = this.#state
    switch (event.type) {
      case "discussion_created":
        state.config = { ...state.config, prompt: event.data.topic, participants: participantsOf(event.data.seats) }
        return undefined
      case "discussion_started": {
        const { prompt, seats, options } = event.data
        state.config = { prompt, participants: participantsOf(seats), options: optionsOf(options) }
        Object.assign(state, { phase: "initializing", startedAt: about.timestamp })
        return { type: event.type, ...about, prompt, config: state.config }
      }
      case "round_started":
        state.currentRound = event.data.roundNumber
        this.#turns = []
        this.#check = undefined
        return { type: event.type, ...about, roundNumber: event.data.roundNumber }
      case "turn_started": {
        if (event.data.purpose !== "turn") return undefined
        const role = event.data.role as duet.ParticipantRole
        state.phase = `${role}-turn`
        const { modelId } = this.#participant(role)
        return { type: event.type, ...about, role, modelId, roundNumber: event.data.roundNumber }
      }
      case "turn_chunk":
        return { type: event.type, ...about, role: event.data.role as duet.ParticipantRole, chunk: event.data.chunk }
      case "turn_retried":
      case "ballot_retried":
        this.#spend(event.data.role, event.data.tokenUsage)
        return undefined
      case "turn_completed": {
        if (event.data.turn.purpose !== "turn") {
          this.#spend(event.data.turn.role, event.data.turn.tokenUsage)
          return undefined
        }
        const turn = turnOf(event.data.turn)
        this.#turns.push(turn)
        this.#spend(turn.role, turn.tokenUsage)
        const { modelId, providerId } = this.#participant(turn.role)
        const label = turn.role === "model-a" ? "[Model A]" : "[Model B]"
        const metadata = { modelId, providerId, timestamp: turn.timestamp }
        state.conversationHistory.push({ role: "assistant", content: `${label} ${turn.content}`, metadata })
        return { type: event.type, ...about, turn }
      }
      case "consensus_check_started":
        state.phase = "consensus-check-a"
        return { type: event.type, ...about, roundNumber: event.data.roundNumber }
      case "consensus_vote": {
        if (!event.data.vote) return undefined
        const vote = voteOf(event.data.vote)
        if (vote.role === "model-a") state.phase = "consensus-check-b"
        this.#spend(vote.role, event.data.tokenUsage)
        return { type: event.type, ...about, vote }
      }
      case "consensus_result":
        this.#check = checkOf(event.data.result)
        return { type: event.type, ...about, result: this.#check }
      case "round_completed": {
        const [modelATurn, modelBTurn] = this.#turns
        const consensusCheck = this.#check ?? skippedCheck(event.data.round.number, about.timestamp)
        const round = { number: event.data.round.number, modelATurn, modelBTurn, consensusCheck } as duet.Round
        state.rounds.push(round)
        state.consensusHistory.push(consensusCheck)
        return { type: event.type, ...about, round }
      }
      case "discussion_completed": {
        const stoppingReason = event.data.stoppingReason as duet.StoppingReason
        const given = event.data.finalConsensus
        const finalConsensus = given && {
          solution: given.solution,
          achievedAtRound: given.achievedAtRound,
          modelAContribution: given.modelAContribution ?? "",
          modelBContribution: given.modelBContribution ?? "",
        }
        const ending = { stoppingReason, ...(finalConsensus && { finalConsensus }) }
        Object.assign(state, { phase: "completed", completedAt: about.timestamp, ...ending })
        return { type: event.type, ...about, ...ending, totalTokensUsed: structuredClone(state.totalTokensUsed) }
      }
      case "discussion_error": {
        const error = errorOf(event.data.error)
        const { stoppingReason } = event.data
        Object.assign(state, { phase: "error", completedAt: about.timestamp, stoppingReason, error })
        return { type: event.type, ...about, error }
      }
      case "discussion_aborted":
        Object.assign(state, { phase: "aborted", completedAt: about.timestamp, stoppingReason: "user_abort" })
        return { type: event.type, ...about, reason: event.data.reason }
      default:
        return undefined
    }
  }

  #participant(role: string): duet.Participant {
    const { modelA, modelB } = this.#state.config.participants
    return role === "model-a" ? modelA : modelB
  }

  #spend(role: string, { promptTokens, completionTokens }: duet.Turn["tokenUsage"]): void {
    const { modelA, modelB } = this.#state.totalTokensUsed
    const spent = role === "model-a" ? modelA : modelB
    spent.prompt += promptTokens
    spent.completion += completionTokens
  }
}

function participantsOf(seats: Seats): duet.DiscussionConfig["participants"] {
  const of = (role: duet.ParticipantRole, unnamed: string): duet.Participant => {
    const { name = unnamed, model = "" } = seats.find(({ id }) => id === role) ?? {}
    const slash = model.indexOf("/")
    const [providerId, modelId] = [model.slice(0, Math.max(0, slash)), model.slice(slash + 1)]
    return { role, modelId, providerId, displayName: name === unnamed ? modelId : name }
  }
  return { modelA: of("model-a", "Model A"), modelB: of("model-b", "Model B") }
}

function optionsOf(settings: Settings): duet.DiscussionOptions {
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

/** Elsewhere a turn has the time of its end. */
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

/** A vote that could not be read, or was never given, is no agreement. A no proposes nothing as agreed. */
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

function checkOf({ passed, modelAVote, modelBVote, finalSolution, roundNumber }: Result): duet.ConsensusResult {
  const { proposedSolution: solution } = passed ? solutionOf(finalSolution) : {}
  return {
    isUnanimous: passed,
    modelAVote: voteOf(modelAVote!),
    modelBVote: voteOf(modelBVote!),
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
    code: (errorCodes.includes(code) ? code : "PROVIDER_ERROR") as duet.DiscussionErrorCode,
    message,
    recoverable,
    ...(role !== undefined && { role: role as duet.ParticipantRole }),
    ...(roundNumber !== undefined && { roundNumber }),
  }
}
