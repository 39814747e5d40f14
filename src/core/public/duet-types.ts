/** The types of `POST /api/discussion` and `conclave/duet`: two models, times in milliseconds since 1970. */
export type DiscussionId = string & { readonly __brand: "DiscussionId" }
export type ParticipantRole = "model-a" | "model-b"

export type DiscussionPhase =
  | "idle"
  | "initializing"
  | `${ParticipantRole}-turn`
  | "consensus-check-a"
  | "consensus-check-b"
  | "completed"
  | "error"
  | "aborted"

export type StoppingReason =
  | "consensus_reached"
  | "max_iterations"
  | "user_abort"
  | "error"
  | "model_unavailable"
  | "timeout"

export interface Participant {
  role: ParticipantRole
  modelId: string
  providerId: string
  displayName: string
}

export interface Turn {
  id: string
  role: ParticipantRole
  roundNumber: number
  content: string
  /** Start of the turn. */
  timestamp: number
  durationMs: number
  tokenUsage: { promptTokens: number; completionTokens: number }
  finishReason: string
}

export interface ConsensusVote {
  role: ParticipantRole
  hasConsensus: boolean
  /** 0 to 100. */
  confidence: number
  reasoning: string
  proposedSolution?: string
  /** Not asked: the minimum number of rounds is not reached yet. */
  skipped?: true
  timestamp: number
}

export interface ConsensusResult {
  /** True if both agree, or one where one is enough. */
  isUnanimous: boolean
  modelAVote: ConsensusVote
  modelBVote: ConsensusVote
  finalSolution?: string
  roundNumber: number
}

export interface Round {
  number: number
  modelATurn: Turn
  modelBTurn: Turn
  consensusCheck?: ConsensusResult
}

export interface DiscussionOptions {
  /** Maximum number of rounds. */
  maxIterations: number
  /** Sampling temperature. */
  temperature: number
  /** Maximum tokens per reply. */
  maxTokensPerTurn: number
  /** Timeout for one reply. */
  turnTimeoutMs: number
  /** Timeout for the whole discussion. */
  totalTimeoutMs: number
  /** Whether both must agree; otherwise one is enough. */
  requireBothConsensus: boolean
  /** Minimum number of rounds before the models are asked whether they agree. */
  minRoundsBeforeConsensus: number
}

export interface DiscussionConfig {
  prompt: string
  participants: { modelA: Participant; modelB: Participant }
  options: DiscussionOptions
}

interface NormalizedMessage {
  role: "assistant"
  content: string
  metadata: { modelId: string; providerId: string; timestamp: number }
}

export const duetErrorCodes = [
  ...(["INITIALIZATION_FAILED", "TURN_FAILED", "TURN_TIMEOUT", "CONSENSUS_PARSE_FAILED", "PROVIDER_ERROR"] as const),
  ...(["STATE_INVALID", "DISCUSSION_TIMEOUT", "UNKNOWN"] as const),
]
export type DiscussionErrorCode = (typeof duetErrorCodes)[number]

export interface DiscussionError {
  code: DiscussionErrorCode
  message: string
  role?: ParticipantRole
  roundNumber?: number
  recoverable: boolean
  originalError?: unknown
}

interface FinalConsensus {
  solution: string
  achievedAtRound: number
  modelAContribution: string
  modelBContribution: string
}

interface ModelTokens {
  prompt: number
  completion: number
}

interface TokensByModel {
  modelA: ModelTokens
  modelB: ModelTokens
}

export interface DiscussionState {
  id: DiscussionId
  phase: DiscussionPhase
  config: DiscussionConfig
  rounds: Round[]
  currentRound: number
  conversationHistory: NormalizedMessage[]
  consensusHistory: ConsensusResult[]
  finalConsensus?: FinalConsensus
  stoppingReason?: StoppingReason
  error?: DiscussionError
  startedAt?: number
  completedAt?: number
  totalTokensUsed: TokensByModel
}

interface EventFields {
  discussion_started: { prompt: string; config: DiscussionConfig }
  round_started: { roundNumber: number }
  turn_started: { role: ParticipantRole; modelId: string; roundNumber: number }
  turn_chunk: { role: ParticipantRole; chunk: string }
  turn_completed: { turn: Turn }
  consensus_check_started: { roundNumber: number }
  consensus_vote: { vote: ConsensusVote }
  consensus_result: { result: ConsensusResult }
  round_completed: { round: Round }
  discussion_completed: {
    stoppingReason: StoppingReason
    finalConsensus?: FinalConsensus
    totalTokensUsed: TokensByModel
  }
  discussion_error: { error: DiscussionError }
  discussion_aborted: { reason: string }
}

export type DiscussionEventType = keyof EventFields

export type DiscussionEvent = {
  [Type in DiscussionEventType]: { type: Type; discussionId: DiscussionId; timestamp: number } & EventFields[Type]
}[DiscussionEventType]
