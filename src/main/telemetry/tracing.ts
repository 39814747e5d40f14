import type { DiscussionEvent } from "../../core/discussion/event.ts"
import type { Clock } from "../../ports/clock.ts"
import type { DiscussionStore } from "../../ports/discussion-store.ts"
import type { Models } from "../../ports/model.ts"
import type { TraceRequest } from "../../server/index.ts"
import { afterAppend } from "../with-event-log.ts"
import { OtlpExporter } from "./otlp-exporter.ts"
import type { TelemetrySettings } from "./otlp-settings.ts"
import { randomHexId, readTraceparent, spanId, type Trace, traceOf, usageAttributes, writeTraceparent } from "./span.ts"
import { traceModel } from "./traced-model.ts"

/** Taken from a discussion's first event. */
interface TracedDiscussion extends Trace {
  readonly startedAt: number
  readonly format: string
  readonly seatNames: Readonly<Record<string, string>>
}

const maxCached = 1_000

/** Polled every few seconds by health checks and scrapers. */
const untracedRoutes: ReadonlySet<string> = new Set(["/health", "/health/ready", "/metrics"])

/**
 * Spans of discussions, turns and model calls. Their ids derive from the discussion's id, so that a discussion which
 * another server continues stays one trace.
 */
export class Tracing {
  readonly #settings: TelemetrySettings
  readonly #exporter: OtlpExporter
  readonly #known = new Map<string, TracedDiscussion>()

  constructor(settings: TelemetrySettings, onError: (error: unknown) => void) {
    this.#settings = settings
    this.#exporter = new OtlpExporter({ ...settings, onError })
  }

  wrapStore(store: DiscussionStore): DiscussionStore {
    return afterAppend(store, (discussionId, events) => this.#onAppended(store, discussionId, events))
  }

  wrapModels(models: Models, clock: Clock): Models {
    const { capturesContent } = this.#settings
    return {
      find: (name) =>
        traceModel(models.find(name), {
          clock,
          capturesContent,
          traceparentOf: (call, id) => {
            const trace = traceOf(call.discussionId, call.traceparent)
            return writeTraceparent(trace.traceId, id, this.#isSampled(trace))
          },
          emit: (call, span) => {
            const trace = traceOf(call.discussionId, call.traceparent)
            if (!this.#isSampled(trace)) return
            const parentId = spanId(call.discussionId, call.turnId ?? "")
            this.#exporter.add({ ...span, traceId: trace.traceId, parentId })
          },
        }),
    }
  }

  /** Traces each request in its caller's trace; discussions that it starts become children of its span. */
  traceRequests(clock: Clock): TraceRequest {
    return (request) => {
      const { traceId, parentId, isSampled } = readTraceparent(request.headers.get("traceparent")) ?? {
        traceId: randomHexId(16),
      }
      const isSent = this.#isSampled({ traceId, ...(isSampled !== undefined && { isSampled }) })
      const [id, startedAt] = [randomHexId(8), clock.now()]
      return {
        traceparent: writeTraceparent(traceId, id, isSent),
        end: ({ method, route, status }) => {
          if (!isSent || untracedRoutes.has(route)) return
          const error = status >= 500 ? String(status) : undefined
          this.#exporter.add({
            ...{ traceId, id, ...(parentId !== undefined && { parentId }) },
            ...{ name: `${method} ${route}`, kind: "server", startedAt, endedAt: clock.now() },
            ...(error !== undefined && { error }),
            attributes: {
              "http.request.method": method,
              "http.route": route,
              "http.response.status_code": status,
              "url.path": new URL(request.url).pathname,
              "error.type": error,
            },
          })
        },
      }
    }
  }

  stop(): Promise<void> {
    return this.#exporter.stop()
  }

  async #onAppended(store: DiscussionStore, discussionId: string, events: readonly DiscussionEvent[]): Promise<void> {
    for (const event of events) {
      const turn = event.type === "turn_completed" || event.type === "turn_passed" ? event.data.turn : undefined
      const outcome = "outcome" in event.data ? event.data.outcome : undefined
      const discussion = turn || outcome ? await this.#discussion(store, discussionId) : undefined
      if (outcome) this.#known.delete(discussionId)
      if (!discussion || !this.#isSampled(discussion)) continue
      const { traceId, parentId, format, seatNames } = discussion
      const shared = { kind: "internal", traceId, endedAt: event.at } as const
      if (turn) {
        this.#exporter.add({
          ...shared,
          id: spanId(discussionId, turn.id),
          parentId: spanId(discussionId, ""),
          name: `${turn.purpose} ${seatNames[turn.seat] ?? turn.seat}`,
          startedAt: event.at - turn.durationMs,
          attributes: {
            "gen_ai.conversation.id": discussionId,
            "gen_ai.agent.id": turn.seat,
            "gen_ai.agent.name": seatNames[turn.seat],
            "conclave.turn.id": turn.id,
            "conclave.turn.purpose": turn.purpose,
            "conclave.turn.passed": turn.passed,
            "conclave.turn.attempts": turn.attempt,
            "conclave.round": turn.roundNumber,
          },
        })
      }
      if (outcome) {
        this.#exporter.add({
          ...shared,
          id: spanId(discussionId, ""),
          ...(parentId !== undefined && { parentId }),
          name: `discussion ${format}`,
          startedAt: discussion.startedAt,
          attributes: {
            "gen_ai.conversation.id": discussionId,
            "conclave.format": format,
            "conclave.stopping_reason": outcome.stoppingReason,
            "conclave.rounds": outcome.rounds,
            ...usageAttributes(outcome.usage),
          },
          ...(event.type === "discussion_error" && { error: event.data.error.code }),
        })
      }
    }
  }

  async #discussion(store: DiscussionStore, discussionId: string): Promise<TracedDiscussion | undefined> {
    const known = this.#known.get(discussionId)
    if (known) return known
    const [first] = await store.read(discussionId, 0, 1)
    if (first?.type !== "discussion_created") return undefined
    const { table } = first.data
    const seatNames = Object.fromEntries(table.seats.map(({ id, name }) => [id, name]))
    const trace = traceOf(discussionId, table.traceparent)
    const discussion = { ...trace, startedAt: first.at, format: table.format.name, seatNames }
    if (this.#known.size >= maxCached) this.#known.clear()
    this.#known.set(discussionId, discussion)
    return discussion
  }

  /** The caller decides, else the trace id, so that all servers decide alike. */
  #isSampled({ traceId, isSampled }: Trace): boolean {
    return isSampled ?? Number.parseInt(traceId.slice(0, 8), 16) < this.#settings.ratio * 2 ** 32
  }
}
