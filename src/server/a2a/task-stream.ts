import { isOver } from "../../core/discussion/fold.ts"
import type { FollowedEvent } from "../../engine/live/follower.ts"
import type { FeedOptions } from "../sse/feed.ts"
import { type A2aUpdate, contextOf, type TaskReader } from "./task.ts"

const encoder = new TextEncoder()

/** Encodes the updates of a task: a status per message, and the artifacts at the end. */
export function encodeTask(
  reader: TaskReader,
  write: (update: A2aUpdate) => string,
): FeedOptions<FollowedEvent>["encode"] {
  const ids = { taskId: reader.state.id, contextId: contextOf(reader.state) }
  return (followed) => {
    const updates: A2aUpdate[] = []
    let last = false
    for (const { event } of followed) {
      const before = reader.state.status
      const message = reader.read(event)
      if (message) updates.push({ statusUpdate: { ...ids, status: reader.status(message) } })
      const { status } = reader.state
      if (status === before) continue
      for (const artifact of reader.artifacts())
        updates.push({ artifactUpdate: { ...ids, artifact, append: false, lastChunk: true } })
      updates.push({ statusUpdate: { ...ids, status: reader.status() } })
      // The client answers with another call, so this stream ends.
      last = isOver(status) || status === "waiting"
      if (last) break
    }
    return { bytes: encoder.encode(updates.map(write).join("")), count: followed.length, last }
  }
}
