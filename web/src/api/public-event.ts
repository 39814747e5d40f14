import type { PublicEvent } from "../../../src/core/public/types.ts"
import type { StreamEvent } from "./sse-parser.ts"

/** An event of a discussion's stream. The server is trusted to send what it documents. */
export function publicEvent({ id, type, data }: StreamEvent): PublicEvent {
  const { discussionId: _, timestamp: at, ...rest } = data as Record<string, unknown>
  return { seq: Number.parseInt(id, 10), type: type.replaceAll("-", "_"), at, data: rest } as PublicEvent
}
