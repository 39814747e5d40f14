import { ConclaveError } from "../core/errors.ts"
import type { RecordedDiscussion, Recording } from "../models/replay/recording.ts"
import { replayedModels } from "../models/replay/replay-models.ts"
import type { Clock } from "../ports/clock.ts"
import type { Ids } from "../ports/ids.ts"
import { embeddedEngine } from "./embedded-engine.ts"
import type { Run } from "./run.ts"
import { systemClock, systemIds } from "./system-ports.ts"

export interface ReplayOptions {
  /** The id of the discussion to replay; may be left out where the recording has one only. */
  readonly discussion?: string
  readonly clock?: Clock
  readonly ids?: Ids
}

/**
 * Holds a recorded discussion again: the same table, the same seed, and of every model the answers it gave then. Its
 * events are the same but for ids and times.
 */
export function replay(recording: Recording, options: ReplayOptions = {}): Run {
  const { clock = systemClock, ids = systemIds } = options
  const { id, table } = chosen(recording, options.discussion)
  const calls = recording.calls.filter((call) => call.discussion === id)
  const embeddings = recording.embeddings?.filter((one) => one.discussion === id)
  return embeddedEngine(replayedModels(calls, embeddings), clock).start(ids.discussion(), table)
}

function chosen({ discussions }: Recording, id: string | undefined): RecordedDiscussion {
  const [first, ...others] = id === undefined ? discussions : discussions.filter((one) => one.id === id)
  if (first && others.length === 0) return first
  const known = discussions.map((one) => one.id).join(", ")
  if (!first) throw new ConclaveError("NOT_FOUND", `the recording has no such discussion; it has ${known || "none"}`)
  throw new ConclaveError("INPUT_INVALID", `the recording has several discussions; name one of ${known}`)
}
