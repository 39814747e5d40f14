import { Counter, Gauge, Histogram, Registry } from "prom-client"
import type { DiscussionEvent, EventType } from "../core/discussion/event.ts"
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

/** Metrics for Prometheus. Counters are of this process, since it started. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests = this.#counter("conclave_http_requests_total", "Requests answered.", [
    ...["route", "method", "status"],
  ])
  readonly #durations = new Histogram({
    name: "conclave_http_request_duration_seconds",
    help: "Time to a response's headers.",
    labelNames: ["route", "method"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.#registry],
  })
  readonly #discussions = this.#counter("conclave_discussions_total", "Discussions started and ended, by how.", [
    "event",
  ])
  readonly #turns = this.#counter("conclave_turns_total", "Turns spoken, passed and skipped.", ["event"])
  readonly #tokens = this.#counter("conclave_tokens_total", "Tokens of turns and votes, by kind.", ["kind"])

  get contentType(): string {
    return this.#registry.contentType
  }

  /** A number that is read when the metrics are requested. */
  gauge(name: string, help: string, value: () => number): void {
    const collect = function (this: Gauge) {
      this.set(value())
    }
    this.#registry.removeSingleMetric(name)
    this.#registry.registerMetric(new Gauge({ name, help, collect, registers: [] }))
  }

  observeRequest(route: string, method: string, status: number, seconds: number): void {
    this.#requests.inc({ route, method, status })
    this.#durations.observe({ route, method }, seconds)
  }

  /** The same store, counting what is appended through it. */
  instrumentStore(store: DiscussionStore): DiscussionStore {
    return {
      append: async (discussionId, events, options) => {
        await store.append(discussionId, events, options)
        for (const event of events) this.#count(event)
      },
      read: (discussionId, after, limit) => store.read(discussionId, after, limit),
      watch: (discussionId, onAppend) => store.watch(discussionId, onAppend),
    }
  }

  render(): Promise<string> {
    return this.#registry.metrics()
  }

  #counter(name: string, help: string, labelNames: string[]): Counter {
    return new Counter({ name, help, labelNames, registers: [this.#registry] })
  }

  #count(event: DiscussionEvent): void {
    const ending = discussionEventLabels[event.type]
    if (ending !== undefined) this.#discussions.inc({ event: ending })
    const turn = turnEventLabels[event.type]
    if (turn !== undefined) this.#turns.inc({ event: turn })
    if ("turn" in event.data) this.#countTokens(event.data.turn.tokenUsage)
    if ("tokenUsage" in event.data) this.#countTokens(event.data.tokenUsage)
  }

  #countTokens({ promptTokens, cachedTokens, completionTokens }: TokenUsage): void {
    this.#tokens.inc({ kind: "prompt" }, promptTokens)
    this.#tokens.inc({ kind: "cached" }, cachedTokens)
    this.#tokens.inc({ kind: "completion" }, completionTokens)
  }
}
