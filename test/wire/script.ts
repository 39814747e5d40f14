import type { Answer } from "./answer.ts"
import type { FaultName } from "./faults.ts"
import type { Route } from "./routes.ts"
import type { Chunk, WireName } from "./wires/wire.ts"

/** The scripted response to one or more of the next requests. */
export interface Scripted {
  readonly answer?: Answer
  readonly fault?: FaultName
  /** The index of the chunk at which a mid-stream fault occurs; defaults to half-way. */
  readonly at?: number
  /** How many requests it applies to; defaults to one. */
  readonly times?: number
  /** Applies only to requests on this wire or for this model. */
  readonly wire?: WireName
  readonly model?: string
  /** Delay in milliseconds before each chunk. */
  readonly paceMs?: number
  /** Awaited before each chunk, so that a test can release them one by one. */
  readonly beforeChunk?: (index: number, chunk: Chunk) => Promise<void> | void
}

export interface Script {
  add(...entries: readonly Scripted[]): void
  /** Takes the first entry that applies to this request. */
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
