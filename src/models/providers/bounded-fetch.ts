import { ConclaveError } from "../../core/errors.ts"
import { parseJson } from "../../core/text.ts"

/** Maximum length of a single stream event; the packages would buffer a line of any length. */
export const maxUnreadBytes = 8 * 1_024 * 1_024
/** Maximum length read from an error response. */
const maxErrorBytes = 64 * 1_024

interface ResponseProgress {
  /** The request was accepted and the response has started. */
  hasStarted: boolean
  /** Bytes since the last parsed part; reset by the reader. */
  unreadBytes: number
  readonly traceparent?: string | undefined
}

/** Keyed by the call's signal: the only thing that a provider's package passes on to its fetch. */
const progressBySignal = new WeakMap<AbortSignal, ResponseProgress>()

export function trackResponse(signal: AbortSignal, traceparent?: string): ResponseProgress {
  const progress = { hasStarted: false, unreadBytes: 0, traceparent }
  progressBySignal.set(signal, progress)
  return progress
}

/** A fetch that follows no redirects (they would leak the key) and limits how much it buffers. */
export function boundedFetch(base: typeof fetch): typeof fetch {
  return async (input, init) => {
    const tracked = init?.signal && progressBySignal.get(init.signal)
    const headers = new Headers(init?.headers)
    if (tracked?.traceparent !== undefined) headers.set("traceparent", tracked.traceparent)
    // Most providers use a key header that fetch does not drop on redirects.
    const response = await base(input, { ...init, headers, redirect: "manual" })
    if (!response.body) return response
    if (response.ok && response.headers.get("content-type")?.startsWith("text/html")) {
      response.body.cancel().catch(() => {})
      const message = "the provider answered with a web page; check its base URL"
      throw new ConclaveError("PROVIDER_ERROR", message, { recoverable: true })
    }
    if (!response.ok) return withBody(response, limitErrorBody(response.body))
    const progress = tracked ?? { hasStarted: false, unreadBytes: 0 }
    progress.hasStarted = true
    if (tracked && /^application\/json\b/.test(response.headers.get("content-type") ?? "")) {
      return withBody(response, await unlessError(limitErrorBody(response.body)))
    }
    return withBody(response, limitUnreadBytes(response.body, progress))
  }
}

/** An error that the provider sent with status 200. */
export class ReportedError extends Error {}

/** Returns a JSON body that was sent instead of a stream; throws if it reports an error. */
async function unlessError(body: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const text = await new Response(body).text()
  const said = reportedWords(parseJson(text))
  if (said !== undefined) throw new ReportedError(said)
  return new Response(text).body!
}

/** The error message in a response body, in any of the known shapes. */
export function reportedWords(body: unknown): string | undefined {
  const [data] = Array.isArray(body) ? body : [body]
  if (typeof data !== "object" || data === null) return undefined
  const { error, message, object } = data as Readonly<Record<string, unknown>>
  if (typeof error === "string") return error
  if (typeof error === "object" && error !== null && "message" in error) return String(error.message)
  const isAlone = Object.keys(data).length === 1
  return typeof message === "string" && (object === "error" || isAlone) ? message : undefined
}

function withBody({ status, statusText, headers }: Response, body: ReadableStream): Response {
  return new Response(body, { status, statusText, headers })
}

function limitUnreadBytes(body: ReadableStream<Uint8Array>, progress: ResponseProgress): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        progress.unreadBytes += value.byteLength
        if (progress.unreadBytes > maxUnreadBytes) {
          reader.cancel().catch(() => {})
          const megabytes = maxUnreadBytes / 1_024 / 1_024
          throw new ConclaveError("PROVIDER_ERROR", `the provider sent ${megabytes} MB without a readable part`)
        }
        controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** The beginning of a body; the rest is discarded. */
function limitErrorBody(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let left = maxErrorBytes
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      controller.enqueue(bytes.subarray(0, left))
      left -= bytes.byteLength
      if (left <= 0) controller.terminate()
    },
  })
  return body.pipeThrough(limit)
}
