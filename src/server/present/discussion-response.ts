import type { DiscussionState } from "../../core/discussion/state.ts"
import { publishDiscussion } from "../../core/public/publish-discussion.ts"

/** A discussion as the answer to a call; its ETag is the number of its last event, for `If-Match`. */
export function discussionResponse(
  state: DiscussionState,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = { discussion: publishDiscussion(state) }
  return Response.json(body, { status, headers: { etag: `"${state.seq}"`, "cache-control": "no-store", ...headers } })
}
