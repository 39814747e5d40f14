import type { EventSourceMessage } from "eventsource-parser"
import type { PublicEvent } from "../core/public/types.ts"

/**
 * The public event of a message in a discussion's stream, where names are hyphenated and the data also carries the time
 * and the discussion's id, or that of a sub-discussion. The server is trusted to send what it documents.
 */
export function decodeEvent({ id = "", event: name = "", data: text }: EventSourceMessage): PublicEvent {
  const { timestamp: at, discussionId, ...rest } = JSON.parse(text) as Record<string, unknown>
  const data = name.startsWith("sub-discussion-") ? { discussionId, ...rest } : rest
  return { seq: Number.parseInt(id, 10), type: name.replaceAll("-", "_"), at, data } as PublicEvent
}
