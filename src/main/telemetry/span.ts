import { createHash, randomBytes } from "node:crypto"
import type { TokenUsage } from "../../core/discussion/usage.ts"

export type AttributeValue = string | number | boolean | readonly string[]

/** Something that took time. Times are epoch milliseconds. */
export interface Span {
  readonly traceId: string
  readonly id: string
  readonly parentId?: string
  readonly name: string
  /** `client`: something was asked of another system; `server`: this one was asked. */
  readonly kind: "internal" | "client" | "server"
  readonly startedAt: number
  readonly endedAt: number
  readonly attributes: Readonly<Record<string, AttributeValue | undefined>>
  /** Why it failed. */
  readonly error?: string
}

/** Where something stands in the trace of whoever asked for it. */
export interface Trace {
  readonly traceId: string
  readonly parentId?: string
  readonly isSampled?: boolean
}

/** The trace of who asked, as the header `traceparent` told it, or one of its own that follows from the discussion's id. */
export function traceOf(discussionId: string, traceparent: string | undefined): Trace {
  return readTraceparent(traceparent) ?? { traceId: digest(discussionId, 32) }
}

export function readTraceparent(header: string | null | undefined): Trace | undefined {
  const [, traceId, parentId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(header ?? "") ?? []
  if (!traceId || !parentId || !flags) return undefined
  return { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** The header `traceparent` for whoever is asked in this span. */
export function writeTraceparent(traceId: string, spanId: string, isSampled: boolean): string {
  return `00-${traceId}-${spanId}-0${isSampled ? 1 : 0}`
}

export function randomHexId(bytes: 8 | 16): string {
  return randomBytes(bytes).toString("hex")
}

/** The same on every server and after every restart, so that spans of one discussion find each other. */
export function spanId(...parts: readonly string[]): string {
  return digest(parts.join("\n"), 16)
}

function digest(text: string, length: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, length)
}

export function usageAttributes({ promptTokens, cachedTokens, completionTokens }: TokenUsage) {
  return {
    "gen_ai.usage.input_tokens": promptTokens,
    "gen_ai.usage.cache_read.input_tokens": cachedTokens,
    "gen_ai.usage.output_tokens": completionTokens,
  }
}
