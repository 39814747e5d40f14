import type { DiscussionEvent } from "../../core/discussion/event.ts"
import { ConclaveError } from "../../core/errors.ts"
import type { Prompt } from "../../core/prompting/seat-view.ts"
import { wrapModel } from "../../models/wrap-model.ts"
import type { Clock } from "../../ports/clock.ts"
import type { DiscussionStore } from "../../ports/discussion-store.ts"
import type { Model, ModelCall, ModelPart, Models } from "../../ports/model.ts"
import type { TraceRequest } from "../../server/index.ts"
import { afterAppend } from "../with-event-log.ts"
import { OtlpExporter } from "./otlp-exporter.ts"
import type { TelemetrySettings } from "./otlp-settings.ts"
import {
  randomHexId,
  readTraceparent,
  type Span,
  spanId,
  type Trace,
  traceOf,
  usageAttributes,
  writeTraceparent,
} from "./span.ts"

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

  /** Each call of a model is a span, which is sent when the call ends, successfully or not. */
  wrapModels(models: Models, clock: Clock): Models {
    return {
      find: (name) => {
        const model = models.find(name)
        return wrapModel(model, { stream: (call, signal) => this.#tracedStream(model, call, signal, clock) })
      },
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

  async *#tracedStream(model: Model, call: ModelCall, signal: AbortSignal, clock: Clock): AsyncGenerator<ModelPart> {
    const { capturesContent } = this.#settings
    const trace = traceOf(call.discussionId, call.traceparent)
    const isSampled = this.#isSampled(trace)
    const id = randomHexId(8)
    const requestTraceparent = writeTraceparent(trace.traceId, id, isSampled)
    const startedAt = clock.now()
    let answer = ""
    let firstPartAt: number | undefined
    let finish: Extract<ModelPart, { type: "finish" }> | undefined
    let error: string | undefined
    try {
      for await (const part of model.stream({ ...call, requestTraceparent }, signal)) {
        firstPartAt ??= clock.now()
        if (part.type === "finish") finish = part
        else if (part.type === "text" && capturesContent) answer += part.text
        yield part
      }
    } catch (thrown) {
      error = signal.aborted ? "aborted" : thrown instanceof ConclaveError ? thrown.code : "UNKNOWN"
      throw thrown
    } finally {
      const [provider = "", ...words] = model.id.split("/")
      const name = words.join("/")
      const span: Span = {
        ...{ id, traceId: trace.traceId, parentId: spanId(call.discussionId, call.turnId ?? "") },
        ...{ name: `chat ${name}`, kind: "client", startedAt, endedAt: clock.now() },
        ...(error !== undefined && { error }),
        attributes: {
          "gen_ai.operation.name": "chat",
          "gen_ai.provider.name": provider,
          "gen_ai.request.model": name,
          "gen_ai.request.temperature": call.temperature,
          "gen_ai.request.max_tokens": call.maxTokens,
          "gen_ai.conversation.id": call.discussionId,
          "gen_ai.response.finish_reasons": finish && [finish.reason],
          ...(finish && usageAttributes(finish.usage)),
          "gen_ai.server.time_to_first_token": firstPartAt && (firstPartAt - startedAt) / 1_000,
          "error.type": error,
          ...(capturesContent && contentAttributes(call.prompt, answer)),
        },
      }
      if (isSampled) this.#exporter.add(span)
    }
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

function contentAttributes({ rules, transcript, ask }: Prompt, answer: string) {
  const message = (role: string, content: string) => ({ role, parts: [{ type: "text", content }] })
  const input = [message("system", rules), message("user", [...transcript, ask].join("\n\n"))]
  return {
    "gen_ai.input.messages": JSON.stringify(input),
    "gen_ai.output.messages": JSON.stringify([message("assistant", answer)]),
  }
}
