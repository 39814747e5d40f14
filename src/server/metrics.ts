import { monitorEventLoopDelay } from "node:perf_hooks"
import { Counter, Gauge, Histogram, Registry } from "prom-client"
import type { DiscussionEvent, EventType } from "../core/discussion/event.ts"
import type { Turn } from "../core/discussion/turn.ts"
import type { TokenUsage } from "../core/discussion/usage.ts"
import type { DiscussionStore } from "../ports/discussion-store.ts"

const discussionEventLabels: Readonly<Partial<Record<EventType, string>>> = {
  discussion_started: "started",
  discussion_completed: "completed",
  discussion_error: "failed",
  discussion_aborted: "aborted",
}

const turnEventLabels: Readonly<Partial<Record<EventType, string>>> = {
  turn_completed: "spoken",
  turn_passed: "passed",
  turn_skipped: "skipped",
}

/** Maximum number of models with labels of their own, since requests can name any model. */
const maxModels = 200

/** Prometheus metrics of this process. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests = this.#counter("http_requests_total", "HTTP requests.", ...["route", "method", "status"])
  readonly #durations = new Histogram({
    name: "conclave_http_request_duration_seconds",
    help: "Time until the response headers.",
    labelNames: ["route", "method"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.#registry],
  })
  readonly #discussions = this.#counter(
    "discussions_total",
    "Discussions started, completed, failed and aborted.",
    "event",
  )
  readonly #turns = this.#counter("turns_total", "Turns spoken, passed and skipped.", "event")
  readonly #tokens = this.#counter("tokens_total", "Tokens of turns and votes, by kind.", "kind")
  readonly #cost = this.#counter("cost_dollars_total", "US dollars for calls with a known price.")
  readonly #outcomes = this.#counter(
    "outcomes_total",
    "Outcomes, by stopping reason and kind of decision.",
    ...["reason", "decided_by"],
  )
  readonly #errors = this.#counter(
    "errors_total",
    "Errors of model calls and discussions, by code and event.",
    "code",
    "event",
  )
  readonly #models = new Set<string>()
  readonly #modelTurns = new Histogram({
    name: "conclave_turn_duration_seconds",
    help: "Duration of turns, by model.",
    labelNames: ["provider", "model"],
    buckets: [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300],
    registers: [this.#registry],
  })
  readonly #modelTokens = this.#counter(
    "model_tokens_total",
    "Tokens of turns, by model and kind.",
    ...["provider", "model", "kind"],
  )
  readonly #votes = this.#counter(
    "votes_total",
    "Votes of models, by reading: structured, markers, inferred or unreadable.",
    ...["provider", "model", "reading"],
  )
  readonly #appends = new Histogram({
    name: "conclave_database_append_seconds",
    help: "Duration of appends to the database.",
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
    registers: [this.#registry],
  })

  get contentType(): string {
    return this.#registry.contentType
  }

  /** Registers a gauge whose value is read on each scrape. */
  gauge(name: string, help: string, value: () => number | Promise<number>): void {
    const collect = async function (this: Gauge) {
      this.set(await value())
    }
    this.#registry.removeSingleMetric(name)
    this.#registry.registerMetric(new Gauge({ name, help, collect, registers: [] }))
  }

  /** Registers a gauge of the event loop delay; returns a function that stops measuring. */
  watchEventLoop(): () => void {
    const delay = monitorEventLoopDelay({ resolution: 20 })
    delay.enable()
    this.gauge(
      "conclave_event_loop_delay_seconds",
      "99th percentile of the event loop delay since the last scrape.",
      () => {
        const seconds = delay.percentile(99) / 1e9
        delay.reset()
        return seconds
      },
    )
    return () => void delay.disable()
  }

  observeRequest(route: string, method: string, status: number, seconds: number): void {
    this.#requests.inc({ route, method, status })
    this.#durations.observe({ route, method }, seconds)
  }

  instrumentStore(store: DiscussionStore): DiscussionStore {
    return {
      append: async (discussionId, events, options) => {
        const startedAt = performance.now()
        await store.append(discussionId, events, options)
        this.#appends.observe((performance.now() - startedAt) / 1_000)
        for (const event of events) this.#count(event)
      },
      read: (discussionId, after, limit) => store.read(discussionId, after, limit),
      watch: (discussionId, onAppend) => store.watch(discussionId, onAppend),
    }
  }

  render(): Promise<string> {
    return this.#registry.metrics()
  }

  #counter(name: string, help: string, ...labelNames: string[]): Counter {
    return new Counter({ name: `conclave_${name}`, help, labelNames, registers: [this.#registry] })
  }

  #count(event: DiscussionEvent): void {
    const ending = discussionEventLabels[event.type]
    if (ending !== undefined) this.#discussions.inc({ event: ending })
    const turn = turnEventLabels[event.type]
    if (turn !== undefined) this.#turns.inc({ event: turn })
    if ("turn" in event.data) {
      this.#countTokens(event.data.turn.tokenUsage)
      this.#countModel(event.data.turn)
    }
    if (event.type === "ballot_vote" && event.data.modelId !== undefined) {
      this.#votes.inc({ ...this.#modelLabels(event.data.modelId), reading: event.data.vote.reading })
    }
    if ("outcome" in event.data && event.data.outcome) {
      const { stoppingReason: reason, decidedBy } = event.data.outcome
      this.#outcomes.inc({ reason, decided_by: decidedBy.kind })
    }
    if ("error" in event.data && event.data.error) this.#errors.inc({ code: event.data.error.code, event: event.type })
    if ("tokenUsage" in event.data) this.#countTokens(event.data.tokenUsage)
  }

  #countModel({ modelId, durationMs, tokenUsage }: Turn): void {
    if (modelId === undefined) return
    const labels = this.#modelLabels(modelId)
    this.#modelTurns.observe(labels, durationMs / 1_000)
    this.#modelTokens.inc({ ...labels, kind: "prompt" }, tokenUsage.promptTokens)
    this.#modelTokens.inc({ ...labels, kind: "completion" }, tokenUsage.completionTokens)
  }

  #modelLabels(modelId: string): { readonly provider: string; readonly model: string } {
    if (this.#models.size < maxModels) this.#models.add(modelId)
    const [provider = "", ...name] = this.#models.has(modelId) ? modelId.split("/") : ["other", "other"]
    return { provider, model: name.join("/") }
  }

  #countTokens({ promptTokens, cachedTokens, completionTokens, cost = 0 }: TokenUsage): void {
    this.#cost.inc(cost)
    this.#tokens.inc({ kind: "prompt" }, promptTokens)
    this.#tokens.inc({ kind: "cached" }, cachedTokens)
    this.#tokens.inc({ kind: "completion" }, completionTokens)
  }
}
