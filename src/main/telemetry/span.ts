import { createHash, randomBytes } from "node:crypto"
import type { TokenUsage } from "../../core/discussion/usage.ts"

export type AttributeValue = string | number | boolean | readonly string[]

/** Times are epoch milliseconds. */
export interface Span {
  readonly traceId: string
  readonly id: string
  readonly parentId?: string
  readonly name: string
  /** `client`: an outgoing call; `server`: an incoming request. */
  readonly kind: "internal" | "client" | "server"
  readonly startedAt: number
  readonly endedAt: number
  readonly attributes: Readonly<Record<string, AttributeValue | undefined>>
  readonly error?: string
}

/** The trace that a span belongs to, and its parent span. */
export interface Trace {
  readonly traceId: string
  readonly parentId?: string
  readonly isSampled?: boolean
}

/** The caller's trace from its `traceparent`, else one derived from the discussion's id. */
export function traceOf(discussionId: string, traceparent: string | undefined): Trace {
  return readTraceparent(traceparent) ?? { traceId: digest(discussionId, 32) }
}

export function readTraceparent(header: string | null | undefined): Trace | undefined {
  const [, traceId, parentId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(header ?? "") ?? []
  if (!traceId || !parentId || !flags) return undefined
  return { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** The `traceparent` header for calls made within a span. */
export function writeTraceparent(traceId: string, spanId: string, isSampled: boolean): string {
  return `00-${traceId}-${spanId}-0${isSampled ? 1 : 0}`
}

export function randomHexId(bytes: 8 | 16): string {
  return randomBytes(bytes).toString("hex")
}

/** Deterministic, so that spans of one discussion match across servers and restarts. */
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
