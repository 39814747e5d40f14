import { z } from "zod"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { ConclaveError, invalidField } from "../../core/errors.ts"
import { publishDiscussion } from "../../core/public/publish-discussion.ts"
import type { EngineContext } from "../../engine/context.ts"
import type { DiscussionStore } from "../../ports/discussion-store.ts"

/** A discussion as the answer to a call, with its place where it waits for a worker. Its ETag is the number of its last event. */
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
    description: "the discussion's ETag, which is the number of its last event; 409 where it has changed since",
    example: '"12"',
  }),
})

/** The engine for a steering call: with `If-Match` it refuses to write to a discussion that has changed. */
export function engineWithIfMatch(request: Request, engine: EngineContext): EngineContext {
  const header = request.headers.get("if-match")
  if (header === null || header.trim() === "*") return engine
  const seq = /^"(\d{1,15})"$/.exec(header.trim())?.[1]
  if (seq === undefined) throw invalidField("If-Match", 'must be the discussion\'s ETag as you received it, like "12"')
  return { ...engine, store: storeExpectingSeq(engine.store, Number(seq)) }
}

/** A verb reads and then appends to what it read, or reads again: so what it reads must be what was expected. */
function storeExpectingSeq(store: DiscussionStore, expected: number): DiscussionStore {
  return {
    append: (discussionId, events, options) => store.append(discussionId, events, options),
    watch: (discussionId, onAppend) => store.watch(discussionId, onAppend),
    async read(discussionId, after, limit) {
      const events = await store.read(discussionId, after, limit)
      const seq = events.at(-1)?.seq ?? 0
      if (seq === expected) return events
      // STATE_INVALID, since verbs try again on CONFLICT.
      throw new ConclaveError(
        "STATE_INVALID",
        `the discussion is at event ${seq}, not at ${expected}; get it again before you change it`,
      )
    },
  }
}
