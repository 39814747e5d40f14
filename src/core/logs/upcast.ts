import type { DiscussionEvent } from "../discussion/event.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { ConclaveError } from "../errors.ts"
import type { Fields } from "./table-v1.ts"

/**
 * Version of the events that are written now. To change what an event contains, raise it, add an upcast from the
 * previous version, and record logs of the new version in test/logs: old decisions must stay as they were.
 */
export const eventVersion = 4

/** A stored event of any version. */
export interface StoredEvent {
  readonly seq: number
  readonly version: number
  readonly type: string
  readonly at: number
  readonly data: unknown
}

/** Upgrades an event by one version. `before` is the state before it, undefined for the first event. */
type UpcastStep = (stored: StoredEvent, before: DiscussionState | undefined) => StoredEvent

/**
 * Reads part of a log as current events. Upgrading an old event needs the state before it, so logs that contain one are
 * read from the start; current logs pay nothing.
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

/** Upgrades a whole log to current events. */
export async function upcast(log: readonly StoredEvent[]): Promise<readonly DiscussionEvent[]> {
  if (log.every(isCurrent)) return log.map(asEvent)
  const [{ foldEvent, initialState }, { upcastV1 }, { upcastV2 }] = await Promise.all([
    import("../discussion/fold.ts"),
    import("./upcast-v1.ts"),
    import("./upcast-v2.ts"),
  ])
  const steps: readonly UpcastStep[] = [upcastV1, upcastV2, upcastV3]
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
  return { seq, type, at, data } as DiscussionEvent
}

/** Version 3 called the prompt style of a format its voice, and lacked settings that were added later. */
function upcastV3({ type, data, ...stored }: StoredEvent): StoredEvent {
  return { ...stored, version: 4, type, data: upcastTableOrSettings(type, data as Fields) }
}

function upcastTableOrSettings(type: string, data: Fields): Fields {
  if (type === "discussion_started") return { ...data, settings: withAddedSettings(data.settings as Fields) }
  if (type !== "discussion_created" && type !== "sub_discussion_started") return data
  const table = data.table as Fields
  const { voice, settings, ...format } = table.format as Fields
  const upcasted = { ...format, promptStyle: voice, settings: withAddedSettings(settings as Fields) }
  return { ...data, table: { ...table, format: upcasted } }
}

/** Values that keep the behaviour of discussions from before these settings existed. */
function withAddedSettings(settings: Fields): Fields {
  return { interjections: 0, stanceModel: null, stanceSimilarity: 0.8, ...settings }
}
