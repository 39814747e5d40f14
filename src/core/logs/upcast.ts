import type { DiscussionEvent } from "../discussion/event.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { ConclaveError } from "../errors.ts"

/**
 * The version of the events that are written now. Whoever changes what an event holds raises it, adds a step from the
 * version before, and keeps recorded logs of it in test/logs: what was decided once stays as it was.
 */
export const eventVersion = 3

/** An event as a store holds it, of whatever version it was written in. */
export interface StoredEvent {
  readonly seq: number
  readonly version: number
  readonly type: string
  readonly at: number
  readonly data: unknown
}

/** An event one version further, given what the log comes to before it; that is undefined before the first event. */
type UpcastStep = (stored: StoredEvent, before: DiscussionState | undefined) => StoredEvent

/**
 * Reads some of a log as today's events. Old events say less than today's, so that a log which has such is read from its
 * beginning: what they leave unsaid follows from what stands before them. Logs without any pay nothing for it.
 */
export async function readUpcast(
  read: (after: number, limit: number) => Promise<readonly StoredEvent[]>,
  after: number,
  limit: number,
): Promise<readonly DiscussionEvent[]> {
  const stored = await read(after, limit)
  if (stored.every(isCurrent)) return stored.map(asEvent)
  const before = after > 0 ? await read(0, after) : []
  return (await upcast([...before, ...stored])).slice(before.length)
}

/** A log from its beginning, as today's events. */
export async function upcast(log: readonly StoredEvent[]): Promise<readonly DiscussionEvent[]> {
  if (log.every(isCurrent)) return log.map(asEvent)
  const [{ foldEvent, initialState }, { upcastV1 }, { upcastV2 }] = await Promise.all([
    import("../discussion/fold.ts"),
    import("./upcast-v1.ts"),
    import("./upcast-v2.ts"),
  ])
  const steps: readonly UpcastStep[] = [upcastV1, upcastV2]
  const events: DiscussionEvent[] = []
  let state: DiscussionState | undefined
  for (const stored of log) {
    const event = asEvent(steps.slice(stored.version - 1).reduce((old, step) => step(old, state), stored))
    events.push(event)
    state = state ? foldEvent(state, event) : initialState("", event)
  }
  return events
}

function isCurrent({ version, seq }: StoredEvent): boolean {
  if (version <= eventVersion) return version === eventVersion
  const message = `event ${seq} was written by a newer version of Conclave; upgrade to read this discussion`
  throw new ConclaveError("STATE_INVALID", message)
}

function asEvent({ seq, type, at, data }: StoredEvent): DiscussionEvent {
  return { seq, type, at, data: withAddedSettings(type, data) } as DiscussionEvent
}

type Fields = Readonly<Record<string, unknown>>

/** Settings that came after version 3 was first written, with what was done before there were these. */
const addedSettings = { interjections: 0, stanceModel: null, stanceSimilarity: 0.8 }

function withAddedSettings(type: string, data: unknown): unknown {
  if (type === "discussion_started") {
    const { settings } = data as { readonly settings: Fields }
    return { ...(data as Fields), settings: { ...addedSettings, ...settings } }
  }
  if (type !== "discussion_created" && type !== "sub_discussion_started") return data
  const { table, ...rest } = data as { readonly table: { readonly format: { readonly settings: Fields } } }
  const { format } = table
  return { ...rest, table: { ...table, format: { ...format, settings: { ...addedSettings, ...format.settings } } } }
}
