import { subDiscussionId } from "../core/discussion/sub-discussion.ts"
import { ConclaveError } from "../core/errors.ts"
import type { RecordedDiscussion, Recording } from "../models/replay/recording.ts"
import { sequentialReplayModels } from "../models/replay/replay-models.ts"
import type { Clock } from "../ports/clock.ts"
import type { Ids } from "../ports/ids.ts"
import { createMemoryEngine } from "./embedded-engine.ts"
import type { Run } from "./run.ts"
import { systemClock, systemIds } from "./system-ports.ts"

export interface ReplayOptions {
  /** The id of the discussion to replay; may be left out where the recording has one only. */
  readonly discussion?: string
  /** Where the time comes from; the system's unless given. */
  readonly clock?: Clock
  /** Where the id of the new discussion comes from; a random UUID unless given. */
  readonly ids?: Ids
}

/**
 * Holds a recorded discussion again: the same table, the same seed, and of every model the answers it gave then. Its
 * events are the same but for ids and times.
 */
export function replay(recording: Recording, options: ReplayOptions = {}): Run {
  const { clock = systemClock, ids = systemIds } = options
  const { id, table } = chooseDiscussion(recording, options.discussion)
  const { subDiscussions, subDiscussionDepth } = table.format.settings
  const discussionIds = new Set(withSubDiscussions(id, subDiscussions, subDiscussionDepth))
  const calls = recording.calls.filter((call) => discussionIds.has(call.discussion))
  const embeddings = recording.embeddings?.filter((one) => discussionIds.has(one.discussion))
  return createMemoryEngine(sequentialReplayModels(calls, embeddings), clock).start(ids.discussion(), table)
}

/** Sub-discussions that seats opened are held again with it; those of people are not, as their words are not. */
function withSubDiscussions(id: string, maxChildren: number, depth: number): readonly string[] {
  if (depth === 0) return [id]
  const children = Array.from({ length: maxChildren }, (_, index) => subDiscussionId(id, `s${index + 1}`))
  return [id, ...children.flatMap((child) => withSubDiscussions(child, maxChildren, depth - 1))]
}

function chooseDiscussion({ discussions }: Recording, id: string | undefined): RecordedDiscussion {
  const [first, ...others] = id === undefined ? discussions : discussions.filter((one) => one.id === id)
  if (first && others.length === 0) return first
  const known = discussions.map((one) => one.id).join(", ")
  if (!first) throw new ConclaveError("NOT_FOUND", `the recording has no such discussion; it has ${known || "none"}`)
  throw new ConclaveError("INPUT_INVALID", `the recording has several discussions; name one of ${known}`)
}
