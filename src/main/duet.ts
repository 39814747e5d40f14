import { allowedTransitions, type Phase } from "../core/discussion/phase.ts"
import { languageFor } from "../core/languages/index.ts"
import { DuetRecord } from "../core/public/duet-record.ts"
import type * as duet from "../core/public/duet-types.ts"
import type { PublicEvent } from "../core/public/types.ts"
import { type Conclave, type ConclaveOptions, conclave } from "./conclave.ts"
import type { Run } from "./run.ts"

export type {
  ConsensusResult,
  ConsensusVote,
  DiscussionConfig,
  DiscussionError,
  DiscussionErrorCode,
  DiscussionEvent,
  DiscussionEventType,
  DiscussionId,
  DiscussionOptions,
  DiscussionPhase,
  DiscussionState,
  Participant,
  ParticipantRole,
  Round,
  StoppingReason,
  Turn,
} from "../core/public/duet-types.ts"

export const DEFAULT_DISCUSSION_OPTIONS: duet.DiscussionOptions = {
  maxIterations: 10,
  temperature: 0.7,
  maxTokensPerTurn: 2_048,
  turnTimeoutMs: 120_000,
  totalTimeoutMs: 1_800_000,
  requireBothConsensus: true,
  minRoundsBeforeConsensus: 1,
}

export function createDiscussionId(): duet.DiscussionId {
  return `disc_${crypto.randomUUID()}` as duet.DiscussionId
}

/** `toJSON` omits `originalError`, which may hold a provider's raw response. */
export class DiscussionEngineError extends Error implements duet.DiscussionError {
  readonly code: duet.DiscussionErrorCode
  readonly role?: duet.ParticipantRole
  readonly roundNumber?: number
  readonly recoverable: boolean
  readonly originalError?: unknown

  constructor({ code, message, role, roundNumber, recoverable, originalError }: duet.DiscussionError) {
    super(message)
    this.name = new.target.name
    this.code = code
    this.recoverable = recoverable
    if (role !== undefined) this.role = role
    if (roundNumber !== undefined) this.roundNumber = roundNumber
    if (originalError !== undefined) this.originalError = originalError
  }

  toJSON(): duet.DiscussionError {
    const { code, message, role, roundNumber, recoverable } = this
    return { code, message, recoverable, ...(role && { role }), ...(roundNumber !== undefined && { roundNumber }) }
  }
}

export class TurnTimeoutError extends DiscussionEngineError {
  constructor(role: duet.ParticipantRole, roundNumber: number, timeoutMs: number) {
    const message = `${role} exceeded ${timeoutMs} ms for its turn in round ${roundNumber}`
    super({ code: "TURN_TIMEOUT", message, role, roundNumber, recoverable: true })
  }
}

export class ConsensusParseFailed extends DiscussionEngineError {
  constructor(role: duet.ParticipantRole, rawResponse: string) {
    const message = `the vote of ${role} could not be read`
    super({ code: "CONSENSUS_PARSE_FAILED", message, role, recoverable: true, originalError: { rawResponse } })
  }
}

export class StateTransitionError extends DiscussionEngineError {
  constructor(fromPhase: string, toPhase: string, reason: string) {
    const message = `a discussion cannot go from ${fromPhase} to ${toPhase}: ${reason}`
    super({ code: "STATE_INVALID", message, recoverable: false })
  }
}

const phases: Readonly<Record<duet.DiscussionPhase, Phase & { readonly next: readonly duet.DiscussionPhase[] }>> = {
  idle: { kind: "idle", next: ["initializing"] },
  initializing: { kind: "initializing", next: ["model-a-turn", "error"] },
  "model-a-turn": { kind: "turn", next: ["model-b-turn", "error", "aborted"] },
  "model-b-turn": { kind: "turn", next: ["consensus-check-a", "model-a-turn", "error", "aborted"] },
  "consensus-check-a": { kind: "check", next: ["consensus-check-b", "error", "aborted"] },
  "consensus-check-b": { kind: "check", next: ["model-a-turn", "completed", "error", "aborted"] },
  completed: { kind: "completed", next: [] },
  error: { kind: "error", next: ["idle"] },
  aborted: { kind: "aborted", next: ["idle"] },
}

/** The phases of a duet; every transition is also one of the engine's own state machine. */
export class DiscussionStateMachine {
  #phase: duet.DiscussionPhase = "idle"
  #history: { from: duet.DiscussionPhase; to: duet.DiscussionPhase; at: number }[] = []

  get phase(): duet.DiscussionPhase {
    return this.#phase
  }

  get history(): ReadonlyArray<{ from: duet.DiscussionPhase; to: duet.DiscussionPhase; at: number }> {
    return this.#history
  }

  canTransition(to: duet.DiscussionPhase): boolean {
    const { kind, next } = phases[this.#phase]
    return next.includes(to) && allowedTransitions(kind).includes(phases[to].kind)
  }

  transition(to: duet.DiscussionPhase): void {
    if (!this.canTransition(to)) {
      const { next } = phases[this.#phase]
      throw new StateTransitionError(this.#phase, to, `allowed are ${next.join(", ") || "none"}`)
    }
    this.#history.push({ from: this.#phase, to, at: Date.now() })
    this.#phase = to
  }

  reset(): void {
    this.#phase = "idle"
    this.#history = []
  }

  isActive(): boolean {
    return this.#phase !== "idle" && !this.isTerminal()
  }

  isTerminal(): boolean {
    return ["completed", "error", "aborted"].includes(this.#phase)
  }
}

export type EventHandler = (event: duet.DiscussionEvent) => void

/** Runs one duet at a time in this process. Takes the options of `conclave`. */
export class DiscussionEngine {
  readonly #conclave: Conclave
  readonly #handlers = new Set<EventHandler>()
  #record = new DuetRecord("none")
  #run: Run | undefined

  constructor(options: ConclaveOptions = {}) {
    this.#conclave = conclave(options)
  }

  /** Resolves when the discussion ends, for whatever reason. Rejects if the config is invalid. */
  async start({ prompt, participants, options }: duet.DiscussionConfig): Promise<void> {
    const seats = [participants.modelA, participants.modelB].map(({ providerId, modelId, displayName }) => ({
      model: `${providerId}/${modelId}`,
      ...(displayName !== modelId && { name: displayName }),
    }))
    const run = this.#conclave.discuss({
      format: "duet",
      topic: prompt,
      seats,
      options: {
        rounds: options.maxIterations,
        temperature: options.temperature,
        maxTokens: options.maxTokensPerTurn,
        turnTimeoutMs: options.turnTimeoutMs,
        totalTimeoutMs: options.totalTimeoutMs,
        agreement: options.requireBothConsensus ? "all" : "any",
        minRounds: Math.max(1, options.minRoundsBeforeConsensus),
      },
    })
    this.#run = run
    this.#record = new DuetRecord(run.id)
    for await (const event of run) this.#emit(event)
  }

  abort(): void {
    this.#run?.abort().catch(() => {}) // already over
  }

  getState(): duet.DiscussionState {
    return this.#record.state
  }

  /** Calls the handler for every event. Returns a function that unsubscribes it. */
  onEvent(handler: EventHandler): () => void {
    this.#handlers.add(handler)
    return () => void this.#handlers.delete(handler)
  }

  #emit(published: PublicEvent): void {
    const event = this.#record.apply(published)
    if (event) for (const handler of this.#handlers) handler(event)
  }
}

export interface SSEEvent {
  event: string
  /** JSON. */
  data: string
}

export function toSSEEvent({ type, ...data }: duet.DiscussionEvent): SSEEvent {
  return { event: type.replaceAll("_", "-"), data: JSON.stringify(data) }
}

export function formatSSE({ event, data }: SSEEvent): string {
  return `event: ${event}\ndata: ${data}\n\n`
}

/** Writes events to a stream that can be the body of a response. */
export class SSEEmitter {
  readonly #encoder = new TextEncoder()
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined

  static create(): { stream: ReadableStream<Uint8Array>; emitter: SSEEmitter } {
    const emitter = new SSEEmitter()
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        emitter.#controller = controller
      },
      cancel: () => {
        emitter.#controller = undefined
      },
    })
    return { stream, emitter }
  }

  emit(event: duet.DiscussionEvent): void {
    this.#write(formatSSE(toSSEEvent(event)))
  }

  emitComment(comment: string): void {
    this.#write(`: ${comment.replaceAll(/[\r\n]+/g, " ")}\n\n`)
  }

  emitKeepAlive(): void {
    this.emitComment("keep-alive")
  }

  close(): void {
    this.#controller?.close()
    this.#controller = undefined
  }

  isClosed(): boolean {
    return this.#controller === undefined
  }

  #write(text: string): void {
    this.#controller?.enqueue(this.#encoder.encode(text))
  }
}

const placeOf = ({ role }: duet.Participant) => (role === "model-a" ? "Model A" : "Model B")

const noPrivateContext = { persona: undefined, briefing: undefined, memory: [] }

/** The system prompt of a turn, in the engine's own wording. */
export function buildDiscussionSystemPrompt(
  participant: duet.Participant,
  otherParticipant: duet.Participant,
  { prompt, options }: duet.DiscussionConfig,
): string {
  const { rules, self } = languageFor("en")
  const seats = [participant, otherParticipant].map((one) => `${one.displayName} (${placeOf(one)})`)
  const defaults = { mayPass: false, mayOpen: false, customRules: undefined, options: [], votesFirst: false }
  const shared = { topic: prompt, rounds: options.maxIterations, seats, ...defaults }
  return `${rules.duet(shared)}\n\n${self({ name: seats[0]!, ...noPrivateContext })}`
}

/** The system prompt of a consensus check. */
export function buildConsensusSystemPrompt(participant: duet.Participant, { prompt }: duet.DiscussionConfig): string {
  const { self, vote } = languageFor("en")
  const name = `${participant.displayName} (${placeOf(participant)})`
  const question = vote.consensus({ options: [], form: "single", question: undefined, structured: false })
  return [self({ name, ...noPrivateContext }), prompt, question].join("\n\n")
}
