import type { ScriptedAnswer, WireUsage } from "./answer.ts"
import type { Chunk, Wire } from "./wires/wire.ts"

/** The server's next step: send a chunk, or stop in one of three ways. */
export type Step = Chunk | "headers" | "hang" | "cut" | "end"

/** A complete response instead of a stream. */
export interface Reply {
  readonly status: number
  readonly type: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What a fault knows about the request it affects. */
interface Circumstances {
  readonly wire: Wire
  /** The request's API key: error messages of the server contain it. */
  readonly key: string
  /** The index of the chunk at which a mid-stream fault occurs. */
  readonly at: number
}

export interface Fault {
  /** Changes the answer; needs a scripted one. */
  readonly answer?: (answer: ScriptedAnswer) => ScriptedAnswer
  readonly reply?: (about: Circumstances) => Reply
  readonly steps?: (chunks: readonly Chunk[], about: Circumstances) => readonly Step[]
  /** Encodes the chunks as bytes. */
  readonly frame?: { readonly newline?: string; readonly bom?: true; readonly comments?: true }
  /** Writes one to seven bytes at a time, so that lines and characters are split. */
  readonly tinyWrites?: true
}

/** Every supported fault of the server, by name. */
export const faults = {
  "rate-limited": refused(429, "slow down"),
  "rate-limited-seconds": refused(429, "slow down", () => ({ "retry-after": "7" })),
  "rate-limited-date": refused(429, "slow down", () => ({
    "retry-after": new Date(Date.now() + 30_000).toUTCString(),
  })),
  "quota-exhausted": { reply: quotaExhausted },
  "request-timeout": refused(408, "the request took too long"),
  conflict: refused(409, "conflict"),
  "too-early": refused(425, "too early"),
  "server-error": refused(500, "internal error"),
  "bad-gateway": { reply: ({ key }) => ({ status: 502, ...html(key) }) },
  unavailable: refused(503, "unavailable"),
  overloaded: refused(529, "Overloaded"),
  "bad-request": refused(400, "bad request"),
  unauthorised: refused(401, "incorrect API key provided"),
  forbidden: refused(403, "forbidden"),
  "unknown-model": refused(404, "model not found"),
  redirected: { reply: ({ key }) => ({ status: 307, ...html(key), headers: { location: "/elsewhere" } }) },
  "hang-before-headers": { steps: () => ["hang"] },
  "hang-after-headers": { steps: () => ["headers", "hang"] },
  "hang-mid-stream": { steps: (chunks, { at }) => [...chunks.slice(0, at), "hang"] },
  "cut-before-headers": { steps: () => ["cut"] },
  "cut-mid-stream": { steps: (chunks, { at }) => [...chunks.slice(0, at), "cut"] },
  /** The connection is closed cleanly, as by a proxy, before the answer is complete. */
  "ends-early": { steps: (chunks, { at }) => [...chunks.slice(0, at), "end"] },
  "tiny-writes": { tinyWrites: true },
  crlf: { frame: { newline: "\r\n" } },
  bom: { frame: { bom: true } },
  comments: { frame: { comments: true } },
  "malformed-chunk": {
    steps: (chunks, { at }) => chunks.map((chunk, index) => (index === at ? broken(chunk) : chunk)),
  },
  "error-event": {
    steps: (chunks, { wire, at, key }) => [
      ...chunks.slice(0, at),
      wire.troubleChunk(withKey(503, "overloaded", key)),
      "end",
    ],
  },
  "html-200": { reply: ({ key }) => ({ status: 200, ...html(key) }) },
  "error-200": { reply: (about) => ({ ...refusal(about, 500, "upstream failed"), status: 200 }) },
  "blank-200": { steps: () => ["headers", "end"] },
  "no-finish": { answer: (answer) => ({ ...answer, finish: "none" }) },
  empty: { answer: (answer) => ({ ...answer, text: "" }) },
  "twenty-megabytes": {
    answer: (answer) => ({ ...answer, text: Array.from({ length: 320 }, () => "word ".repeat(13_108)) }),
  },
  "five-megabyte-line": { answer: (answer) => ({ ...answer, text: ["word ".repeat(1_048_576)] }) },
  "twenty-megabyte-line": { answer: (answer) => ({ ...answer, text: ["word ".repeat(4_194_304)] }) },
  "usage-negative": usage({ prompt: -5, cached: -4, completion: -3 }),
  "usage-huge": usage({ prompt: 1e12, completion: 1e12 }),
  "usage-missing": { answer: (answer) => ({ ...answer, usage: "missing" }) },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults

function refused(status: number, message: string, headers?: () => Record<string, string>): Fault {
  return { reply: (about) => ({ ...refusal(about, status, message), ...(headers && { headers: headers() }) }) }
}

function refusal({ wire, key }: Circumstances, status: number, message: string): Reply {
  return { status, type: "application/json", body: JSON.stringify(wire.trouble(withKey(status, message, key))) }
}

/** The documented error for an exhausted quota, credit or spend limit: 429 with a specific code, or 402. */
function quotaExhausted({ wire, key }: Circumstances): Reply {
  const { message } = withKey(429, "nothing is left", key)
  const google = { "@type": "type.googleapis.com/google.rpc.QuotaFailure" }
  const violations = [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier" }]
  const bodies: { readonly [name in Wire["name"]]?: unknown } = {
    openai: { error: { message, type: "insufficient_quota", param: null, code: "insufficient_quota" } },
    "openai-responses": {
      error: { message, type: "billing_error", param: null, code: "project_spend_limit_exceeded" },
    },
    anthropic: {
      type: "error",
      error: { type: "rate_limit_error", message, details: { error_code: "enforced_spend_limit_reached" } },
    },
    google: { error: { code: 429, message, status: "RESOURCE_EXHAUSTED", details: [{ ...google, violations }] } },
    xai: { code: "exhausted", error: `Your team has either used all available credits or more (${message})` },
  }
  const body = bodies[wire.name]
  if (!body) return refusal({ wire, key, at: 0 }, 402, "nothing is left")
  return { status: 429, type: "application/json", body: JSON.stringify(body) }
}

function withKey(status: number, message: string, key: string): { status: number; message: string } {
  return { status, message: key === "" ? message : `${message} (key: ${key})` }
}

function html(key: string): { type: string; body: string } {
  const body = `<!doctype html>\n<html><body><h1>Welcome to the proxy</h1><p>${key}</p></body></html>\n`
  return { type: "text/html; charset=utf-8", body }
}

function usage(figures: WireUsage): Fault {
  return { answer: (answer) => ({ ...answer, usage: figures }) }
}

/** The first half of a chunk's JSON. */
function broken(chunk: Chunk): Chunk {
  return { ...chunk, data: chunk.data.slice(0, Math.ceil(chunk.data.length / 2)) }
}
