import type { Answer } from "./answer.ts"
import type { FaultName } from "./faults.ts"
import type { Route } from "./routes.ts"
import type { Chunk, WireName } from "./wires/wire.ts"

/** What the next request, or the next few, are given. */
export interface Scripted {
  readonly answer?: Answer
  readonly fault?: FaultName
  /** The chunk at which a fault in mid-stream strikes; half-way unless told. */
  readonly at?: number
  /** For how many requests; once unless told. */
  readonly times?: number
  /** Only for requests on this wire, or for this model; others pass it by. */
  readonly wire?: WireName
  readonly model?: string
  /** Milliseconds to wait before each chunk. */
  readonly paceMs?: number
  /** Awaited before each chunk, so that a test can let them out one by one. */
  readonly beforeChunk?: (index: number, chunk: Chunk) => Promise<void> | void
}

export interface Script {
  add(...entries: readonly Scripted[]): void
  /** The first entry that is meant for this request; it is used up. */
  take(route: Route): Scripted | undefined
}

export function script(): Script {
  let waiting: readonly { readonly entry: Scripted; left: number }[] = []
  return {
    add(...entries) {
      waiting = [...waiting, ...entries.map((entry) => ({ entry, left: entry.times ?? 1 }))]
    },
    take(route) {
      const next = waiting.find(({ entry }) => isFor(entry, route))
      if (!next) return undefined
      next.left--
      waiting = waiting.filter(({ left }) => left > 0)
      return next.entry
    },
  }
}

function isFor(entry: Scripted, route: Route): boolean {
  if (entry.wire !== undefined && entry.wire !== route.wire.name) return false
  return entry.model === undefined || entry.model === route.model
}
