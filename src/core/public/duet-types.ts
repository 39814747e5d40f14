/** A duet in the words of those who call `POST /api/discussion` or import `conclave/duet`: two models, times as numbers. */
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
  /** When it began, in milliseconds since 1970. */
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
  /** Nobody was asked: the minimum of rounds was not reached. */
  skipped?: true
  timestamp: number
}

export interface ConsensusResult {
  /** As many agree as were asked for: both, or one where one is enough. */
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
  /** The most rounds there are. */
  maxIterations: number
  /** How freely the models choose their words. */
  temperature: number
  /** How many tokens a reply may have. */
  maxTokensPerTurn: number
  /** How long a model may take for a reply. */
  turnTimeoutMs: number
  /** How long the whole discussion may take. */
  totalTimeoutMs: number
  /** Whether both have to agree; otherwise one is enough. */
  requireBothConsensus: boolean
  /** How many rounds there are before agreement is asked for. */
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

export type DiscussionErrorCode =
  | "INITIALIZATION_FAILED"
  | "TURN_FAILED"
  | "TURN_TIMEOUT"
  | "CONSENSUS_PARSE_FAILED"
  | "PROVIDER_ERROR"
  | "STATE_INVALID"
  | "DISCUSSION_TIMEOUT"
  | "UNKNOWN"

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
