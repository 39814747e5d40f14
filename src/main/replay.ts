import type { Replay } from "../cli/command.ts"
import { subDiscussionId } from "../core/discussion/sub-discussion.ts"
import { ConclaveError } from "../core/errors.ts"
import { createWithTable } from "../engine/verbs/create-with-table.ts"
import type { RecordedDiscussion, Recording } from "../models/replay/recording.ts"
import { sequentialReplayModels } from "../models/replay/replay-models.ts"
import type { Clock } from "../ports/clock.ts"
import type { Ids } from "../ports/ids.ts"
import { createMemoryEngine } from "./embedded-engine.ts"
import { type Run, startRun } from "./run.ts"
import { systemClock, systemIds } from "./system-ports.ts"

/** Which discussion of a recording to play back, and how. */
export interface ReplayOptions {
  /** Id of the discussion to replay; required if the recording has several. */
  readonly discussion?: string
  /** Default: the system clock. */
  readonly clock?: Clock
  /** Generates the new discussion's id (default: a random UUID). */
  readonly ids?: Ids
}

/** Replays a recorded discussion with the recorded answers. Its events are the same except for ids and times. */
export function replay(recording: Recording, options: ReplayOptions = {}): Run {
  const { clock = systemClock, ids = systemIds } = options
  const { context, table } = prepareReplay(recording, options.discussion, clock)
  return startRun(context, { discussionId: ids.discussion(), table, clock })
}

/** Replays a recorded discussion for a command. */
export async function openReplay(recording: Recording, discussion: string | undefined): Promise<Replay> {
  const [{ localApi, localServices }, { ConclaveClient }, { MemoryDiscussionList }] = await Promise.all([
    import("./local-api.ts"),
    import("../client/client.ts"),
    import("../stores/memory/memory-discussion-list.ts"),
  ])
  const { context, store, stop, table } = prepareReplay(recording, discussion, systemClock)
  const id = systemIds.discussion()
  await createWithTable({ context, input: { discussionId: id, table } })
  const services = localServices({ engine: context, discussions: new MemoryDiscussionList(store) })
  return { id, client: new ConclaveClient(localApi(services)), close: stop }
}

/** The table of a recorded discussion, and an engine with its models. */
function prepareReplay(recording: Recording, discussion: string | undefined, clock: Clock) {
  const { id, table } = chooseDiscussion(recording, discussion)
  const { subDiscussions, subDiscussionDepth } = table.format.settings
  const discussionIds = new Set(withSubDiscussions(id, subDiscussions, subDiscussionDepth))
  const calls = recording.calls.filter((call) => discussionIds.has(call.discussion))
  const embeddings = recording.embeddings?.filter((one) => discussionIds.has(one.discussion))
  return { table, ...createMemoryEngine(sequentialReplayModels(calls, embeddings), clock) }
}

/** Sub-discussions opened by seats are replayed too; those opened by people are not, since their input is not recorded. */
function withSubDiscussions(id: string, maxChildren: number, depth: number): readonly string[] {
  if (depth === 0) return [id]
  const children = Array.from({ length: maxChildren }, (_, index) => subDiscussionId(id, `s${index + 1}`))
  return [id, ...children.flatMap((child) => withSubDiscussions(child, maxChildren, depth - 1))]
}

function chooseDiscussion({ discussions }: Recording, id: string | undefined): RecordedDiscussion {
  const [first, ...others] = id === undefined ? discussions : discussions.filter((one) => one.id === id)
  if (first && others.length === 0) return first
  const known = discussions.map((one) => one.id).join(", ")
  if (!first) throw new ConclaveError("NOT_FOUND", `no such discussion in the recording; it has ${known || "none"}`)
  throw new ConclaveError("INPUT_INVALID", `the recording has several discussions; name one of ${known}`)
}
