import { ConclaveError } from "../../core/errors.ts"
import { parseJson } from "../../core/text.ts"

/** A single event of a stream may be this long; the packages would hold any line, however long, until it ends. */
export const maxUnreadBytes = 8 * 1_024 * 1_024
/** Of an error's page no more than this is read. */
const maxErrorBytes = 64 * 1_024

interface ResponseProgress {
  /** The request was accepted, and an answer has begun to come. */
  hasStarted: boolean
  /** Bytes since something could last be made of them; whoever reads the parts sets it back. */
  unreadBytes: number
  readonly traceparent?: string | undefined
}

/** By the signal of the call, which is all that a provider's package hands on to its fetch. */
const progressBySignal = new WeakMap<AbortSignal, ResponseProgress>()

export function trackResponse(signal: AbortSignal, traceparent?: string): ResponseProgress {
  const progress = { hasStarted: false, unreadBytes: 0, traceparent }
  progressBySignal.set(signal, progress)
  return progress
}

/** A fetch that sends a key nowhere but where it was meant to go, and holds no more than it must. */
export function boundedFetch(base: typeof fetch): typeof fetch {
  return async (input, init) => {
    const tracked = init?.signal && progressBySignal.get(init.signal)
    const headers = new Headers(init?.headers)
    if (tracked?.traceparent !== undefined) headers.set("traceparent", tracked.traceparent)
    // A redirect would carry the key along, which for most providers is in a header that fetch does not drop.
    const response = await base(input, { ...init, headers, redirect: "manual" })
    if (!response.body) return response
    if (response.ok && response.headers.get("content-type")?.startsWith("text/html")) {
      response.body.cancel().catch(() => {})
      const message = "a web page came in place of an answer; check the provider's base URL"
      throw new ConclaveError("PROVIDER_ERROR", message, { recoverable: true })
    }
    if (!response.ok) return withBody(response, limitErrorBody(response.body))
    const arrival = tracked ?? { hasStarted: false, unreadBytes: 0 }
    arrival.hasStarted = true
    if (tracked && /^application\/json\b/.test(response.headers.get("content-type") ?? "")) {
      return withBody(response, await unlessError(limitErrorBody(response.body)))
    }
    return withBody(response, limitUnreadBytes(response.body, arrival))
  }
}

/** A failure in a provider's own words, sent with 200 as if it were the answer. */
export class ReportedError extends Error {}

/** The same body, which is no stream although one was asked for; throws where it tells of an error. */
async function unlessError(body: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const text = await new Response(body).text()
  const said = reportedWords(parseJson(text))
  if (said !== undefined) throw new ReportedError(said)
  return new Response(text).body!
}

/** What a provider says of an error, in any of the ways in which they say it. */
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

function limitUnreadBytes(body: ReadableStream<Uint8Array>, arrival: ResponseProgress): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        arrival.unreadBytes += value.byteLength
        if (arrival.unreadBytes > maxUnreadBytes) {
          reader.cancel().catch(() => {})
          const megabytes = maxUnreadBytes / 1_024 / 1_024
          throw new ConclaveError("PROVIDER_ERROR", `the provider sent ${megabytes} MB in which nothing could be read`)
        }
        controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** The start of a body; the rest is not waited for. */
function limitErrorBody(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let left = maxErrorBytes
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) return controller.close()
      controller.enqueue(value.subarray(0, left))
      left -= value.byteLength
      if (left > 0) return
      controller.close()
      reader.cancel().catch(() => {})
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
