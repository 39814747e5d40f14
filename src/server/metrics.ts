import type { DiscussionEvent, EventType } from "../core/discussion/event.ts"
import type { TokenUsage } from "../core/discussion/usage.ts"
import type { DiscussionStore } from "../ports/discussion-store.ts"

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const discussionEventLabels: Readonly<Partial<Record<EventType, string>>> = {
  discussion_started: "started",
  discussion_completed: "completed",
  discussion_error: "failed",
  discussion_aborted: "aborted",
}

interface DurationHistogram {
  readonly counts: number[]
  sum: number
  count: number
}

/** Metrics in the text format of Prometheus. Counters are of this process, since it started. */
export class Metrics {
  readonly #requests = new Map<string, number>()
  readonly #durations = new Map<string, DurationHistogram>()
  readonly #discussions = new Map<string, number>()
  readonly #turns = new Map<string, number>()
  readonly #tokens = new Map<string, number>()
  readonly #gauges = new Map<string, { readonly help: string; readonly value: () => number }>()

  /** A number that is read when the metrics are requested. */
  gauge(name: string, help: string, value: () => number): void {
    this.#gauges.set(name, { help, value })
  }

  observeRequest(route: string, method: string, status: number, seconds: number): void {
    increment(this.#requests, labels({ route, method, status: String(status) }))
    const key = labels({ route, method })
    const durations = this.#durations.get(key) ?? { counts: buckets.map(() => 0), sum: 0, count: 0 }
    this.#durations.set(key, durations)
    for (const [index, limit] of buckets.entries()) if (seconds <= limit) durations.counts[index]!++
    durations.sum += seconds
    durations.count++
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

  render(): string {
    return [
      counters("conclave_http_requests_total", "Requests answered.", this.#requests),
      histogram("conclave_http_request_duration_seconds", "Time to a response's headers.", this.#durations),
      counters("conclave_discussions_total", "Discussions started and ended, by how.", this.#discussions),
      counters("conclave_turns_total", "Turns spoken, passed and skipped.", this.#turns),
      counters("conclave_tokens_total", "Tokens of turns and votes, by kind.", this.#tokens),
      ...[...this.#gauges].map(([name, { help, value }]) => `${metricHeader(name, help, "gauge")}${name} ${value()}\n`),
    ].join("")
  }

  #count(event: DiscussionEvent): void {
    const ending = discussionEventLabels[event.type]
    if (ending !== undefined) increment(this.#discussions, labels({ event: ending }))
    if (event.type === "turn_completed") increment(this.#turns, labels({ event: "spoken" }))
    if (event.type === "turn_passed") increment(this.#turns, labels({ event: "passed" }))
    if (event.type === "turn_skipped") increment(this.#turns, labels({ event: "skipped" }))
    if ("turn" in event.data) this.#countTokens(event.data.turn.tokenUsage)
    if ("tokenUsage" in event.data) this.#countTokens(event.data.tokenUsage)
  }

  #countTokens({ promptTokens, cachedTokens, completionTokens }: TokenUsage): void {
    increment(this.#tokens, labels({ kind: "prompt" }), promptTokens)
    increment(this.#tokens, labels({ kind: "cached" }), cachedTokens)
    increment(this.#tokens, labels({ kind: "completion" }), completionTokens)
  }
}

function increment(counter: Map<string, number>, key: string, amount = 1): void {
  counter.set(key, (counter.get(key) ?? 0) + amount)
}

/** Label values are ours alone (routes, methods, statuses), so nothing needs escaping. */
function labels(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${value}"`)
    .join(",")
}

function metricHeader(name: string, help: string, type: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`
}

function counters(name: string, help: string, counter: ReadonlyMap<string, number>): string {
  return metricHeader(name, help, "counter") + [...counter].map(([key, value]) => `${name}{${key}} ${value}\n`).join("")
}

function histogram(name: string, help: string, all: ReadonlyMap<string, DurationHistogram>): string {
  const lines = [...all].flatMap(([key, { counts, sum, count }]) => [
    ...counts.map((value, index) => `${name}_bucket{${key},le="${buckets[index]}"} ${value}\n`),
    `${name}_bucket{${key},le="+Inf"} ${count}\n`,
    `${name}_sum{${key}} ${sum}\n`,
    `${name}_count{${key}} ${count}\n`,
  ])
  return metricHeader(name, help, "histogram") + lines.join("")
}
