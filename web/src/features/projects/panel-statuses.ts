import { queryOptions } from "@tanstack/react-query"
import type { z } from "zod"
import type { PresetName } from "../../../../src/core/formats/index.ts"
import type { discussionPage } from "../../../../src/server/schemas/responses.ts"
import { type DiscussionStatus, discussionKeys } from "../../api/discussions.ts"
import { request } from "../../api/request.ts"

/** Projects hold panels. */
const format: PresetName = "panel"

/** How the newest panels stand, by their project's id; those that have not begun are not there. */
export const panelStatusesQuery = queryOptions({
  queryKey: [...discussionKeys.list({ format }), "statuses"],
  queryFn: async ({ signal }) => {
    const query = { format, limit: 100 }
    const { discussions } = await request<z.infer<typeof discussionPage>>("/api/v1/discussions", { query, signal })
    return new Map<string, DiscussionStatus>(discussions.map(({ id, status }) => [id, status]))
  },
  refetchInterval: 10_000,
})
