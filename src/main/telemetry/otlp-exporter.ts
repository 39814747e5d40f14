import type { AttributeValue, Span } from "./span.ts"

export interface OtlpOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly resource: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly intervalMs: number
  readonly onError: (error: unknown) => void
}

const maxQueued = 2_048
const maxBatch = 512
/** Minimum interval between error reports, so that an unreachable collector is not reported with every batch. */
const errorIntervalMs = 60_000

/** Sends spans to a collector in batches, as OTLP/HTTP JSON. Never blocks; drops spans when the queue is full. */
export class OtlpExporter {
  readonly #options: OtlpOptions
  #queue: Span[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> = Promise.resolve()
  #lastErrorAt = Number.NEGATIVE_INFINITY

  constructor(options: OtlpOptions) {
    this.#options = options
  }

  add(span: Span): void {
    if (this.#queue.length >= maxQueued) return
    this.#queue.push(span)
    if (this.#queue.length >= maxBatch) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), this.#options.intervalMs).unref()
  }

  async stop(): Promise<void> {
    this.#flush()
    await this.#sending
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const spans = this.#queue
    this.#queue = []
    if (spans.length > 0) this.#sending = this.#sending.then(() => this.#send(spans))
  }

  async #send(spans: readonly Span[]): Promise<void> {
    const { url, headers, resource, timeoutMs } = this.#options
    const scopeSpans = [{ scope: { name: "conclave" }, spans: spans.map(toOtlp) }]
    const body = JSON.stringify({ resourceSpans: [{ resource: { attributes: toAttributes(resource) }, scopeSpans }] })
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (!response.ok)
        this.#report(new Error(`the OTLP collector responded ${response.status}; ${spans.length} spans lost`))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      this.#report(new Error(`cannot reach the OTLP collector (${reason}); ${spans.length} spans lost`))
    }
  }

  #report(error: Error): void {
    const now = performance.now()
    if (now - this.#lastErrorAt < errorIntervalMs) return
    this.#lastErrorAt = now
    this.#options.onError(error)
  }
}

const kinds = { internal: 1, server: 2, client: 3 } as const

function toOtlp({ traceId, id, parentId, name, kind, startedAt, endedAt, attributes, error }: Span) {
  return {
    traceId,
    spanId: id,
    ...(parentId !== undefined && { parentSpanId: parentId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: toNanoseconds(startedAt),
    endTimeUnixNano: toNanoseconds(endedAt),
    attributes: toAttributes(attributes),
    status: error === undefined ? {} : { code: 2, message: error },
  }
}

function toNanoseconds(ms: number): string {
  return `${Math.round(ms * 1_000)}000`
}

function toAttributes(values: Readonly<Record<string, AttributeValue | undefined>>) {
  return Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: toValue(value) }]))
}

function toValue(value: AttributeValue): object {
  if (typeof value === "string") return { stringValue: value }
  if (typeof value === "boolean") return { boolValue: value }
  if (typeof value === "number") return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  return { arrayValue: { values: value.map((item) => ({ stringValue: item })) } }
}
