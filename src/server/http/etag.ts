import { z } from "zod"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { ConclaveError, invalidField } from "../../core/errors.ts"
import { publishDiscussion } from "../../core/public/publish-discussion.ts"
import type { EngineContext } from "../../engine/context.ts"
import type { DiscussionStore } from "../../ports/discussion-store.ts"

/** The response with a discussion, and its queue position if it has one. The ETag is the number of its last event. */
export function discussionResponse(
  state: DiscussionState,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
  place?: number,
): Response {
  const discussion = publishDiscussion(state)
  const body =
    place === undefined ? { discussion } : { discussion: { ...discussion, status: "queued" }, queue: { place } }
  return Response.json(body, { status, headers: { etag: `"${state.seq}"`, ...headers } })
}

export function createdResponse(state: DiscussionState): Response {
  return discussionResponse(state, 201, { location: `/api/v1/discussions/${state.id}` })
}

export const ifMatchHeader = z.object({
  "If-Match": z.string().optional().meta({
    description: "the discussion's ETag, which is the number of its last event; 409 if it has changed since",
    example: '"12"',
  }),
})

/** With `If-Match`, an engine that refuses to write to a discussion that has changed. */
export function engineWithIfMatch(request: Request, engine: EngineContext): EngineContext {
  const header = request.headers.get("if-match")
  if (header === null || header.trim() === "*") return engine
  const seq = /^"(\d{1,15})"$/.exec(header.trim())?.[1]
  if (seq === undefined) throw invalidField("If-Match", 'must be the discussion\'s ETag as you received it, like "12"')
  return { ...engine, store: storeExpectingSeq(engine.store, Number(seq)) }
}

/** A verb only appends to what it has read, so checking each read is enough. */
function storeExpectingSeq(store: DiscussionStore, expected: number): DiscussionStore {
  return {
    append: (discussionId, events, options) => store.append(discussionId, events, options),
    watch: (discussionId, onAppend) => store.watch(discussionId, onAppend),
    async read(discussionId, after, limit) {
      const events = await store.read(discussionId, after, limit)
      const seq = events.at(-1)?.seq ?? 0
      if (seq === expected) return events
      // Not CONFLICT, which verbs retry.
      throw new ConclaveError(
        "STATE_INVALID",
        `If-Match: the discussion is at event ${seq}, not ${expected}; get it again before you change it`,
      )
    },
  }
}
