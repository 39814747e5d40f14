import {
  buildConsensusSystemPrompt,
  buildDiscussionSystemPrompt,
  ConsensusParseFailed,
  createDiscussionId,
  DEFAULT_DISCUSSION_OPTIONS,
  type DiscussionConfig,
  DiscussionEngine,
  DiscussionEngineError,
  type DiscussionEvent,
  type DiscussionId,
  type DiscussionState,
  DiscussionStateMachine,
  type EventHandler,
  formatSSE,
  type Participant,
  SSEEmitter,
  StateTransitionError,
  TurnTimeoutError,
  toSSEEvent,
} from "conclave/duet"
import { expect } from "vitest"
import { checksOf } from "./support.ts"

const { exact, mapped } = checksOf("duet", "-library")

const participant = (role: Participant["role"], modelId: string): Participant => ({
  ...{ role, modelId, providerId: "rehearsal", displayName: modelId },
})
const config: DiscussionConfig = {
  prompt: "What is the best programming language for web development?",
  participants: { modelA: participant("model-a", "bold"), modelB: participant("model-b", "curious") },
  options: { ...DEFAULT_DISCUSSION_OPTIONS, maxIterations: 2 },
}

exact("1319-1332, 1648-1669", "the original's program runs: an engine, its events as a stream, its state", async () => {
  const { stream, emitter } = SSEEmitter.create()
  const engine = new DiscussionEngine({ env: {} })
  const seen: DiscussionEvent[] = []
  const handler: EventHandler = (event) => {
    seen.push(event)
    emitter.emit(event)
    if (
      event.type === "discussion_completed" ||
      event.type === "discussion_error" ||
      event.type === "discussion_aborted"
    )
      emitter.close()
  }
  const unsubscribe = engine.onEvent(handler)
  await engine.start(config)
  unsubscribe()
  expect(emitter.isClosed()).toBe(true)
  const text = await new Response(stream).text()
  expect(text.match(/^event: discussion-(started|completed)$/gm)).toHaveLength(2)
  const state: DiscussionState = engine.getState()
  expect(state.phase).toBe("completed")
  expect(state.rounds[0]!.modelATurn.role).toBe("model-a")
  const id: DiscussionId = state.id
  expect(id).toMatch(/^disc_/)
  expect(formatSSE(toSSEEvent(seen[0]!))).toMatch(/^event: discussion-started\ndata: \{.+\}\n\n$/)
})

exact("1324-1325", "abort ends the discussion", async () => {
  const engine = new DiscussionEngine({ env: {} })
  engine.onEvent(({ type }) => {
    if (type === "round_started") engine.abort()
  })
  await engine.start({ ...config, options: { ...config.options, minRoundsBeforeConsensus: 2 } })
  expect(engine.getState()).toMatchObject({ phase: "aborted", stoppingReason: "user_abort" })
})

exact("856-937", "the state machine has the original's transitions; error and aborted return to idle", () => {
  const machine = new DiscussionStateMachine()
  for (const phase of [
    "initializing",
    "model-a-turn",
    "model-b-turn",
    "consensus-check-a",
    "consensus-check-b",
  ] as const)
    machine.transition(phase)
  expect(machine.isActive()).toBe(true)
  expect(() => machine.transition("model-b-turn")).toThrow(StateTransitionError)
  machine.transition("error")
  expect(machine.isTerminal()).toBe(true)
  machine.transition("idle")
  expect(machine.history.at(-1)).toMatchObject({ from: "error", to: "idle", at: expect.any(Number) })
  machine.reset()
  expect([machine.phase, machine.history]).toEqual(["idle", []])
})

exact("279-366", "the error classes have the original's names, codes and JSON form", () => {
  const timeout = new TurnTimeoutError("model-a", 2, 500)
  expect(timeout).toBeInstanceOf(DiscussionEngineError)
  expect(timeout.name).toBe("TurnTimeoutError")
  expect(timeout.toJSON()).toMatchObject({ code: "TURN_TIMEOUT", role: "model-a", roundNumber: 2, recoverable: true })
  const unread = new ConsensusParseFailed("model-b", "hm")
  expect(unread).toMatchObject({
    code: "CONSENSUS_PARSE_FAILED",
    recoverable: true,
    originalError: { rawResponse: "hm" },
  })
  expect(unread.toJSON()).not.toHaveProperty("originalError")
})

exact("91-95, 71-79", "ids and defaults are those of the original", () => {
  expect(createDiscussionId()).toMatch(/^disc_/)
  expect(createDiscussionId()).not.toBe(createDiscussionId())
  expect(DEFAULT_DISCUSSION_OPTIONS).toMatchObject({
    maxIterations: 10,
    maxTokensPerTurn: 2048,
    totalTimeoutMs: 1_800_000,
  })
})

mapped("417-480", "the prompts exist, in our wording", () => {
  const { modelA, modelB } = config.participants
  const talk = buildDiscussionSystemPrompt(modelA, modelB, config)
  for (const part of ["bold (Model A)", "curious (Model B)", "partner", "200 to 400 words", config.prompt])
    expect(talk).toContain(part)
  const vote = buildConsensusSystemPrompt(modelA, config)
  for (const part of ["bold (Model A)", "[CONSENSUS_CHECK]", "HAS_CONSENSUS", config.prompt])
    expect(vote).toContain(part)
})
