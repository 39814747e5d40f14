import { z } from "@hono/zod-openapi"
import { writeMarkdown } from "../../core/reporting/write-markdown.ts"
import { loadState } from "../../engine/load-state.ts"
import type { Api } from "../api.ts"
import { discussionResponse } from "../present/discussion-response.ts"
import { htmlPageHeaders } from "../present/html-page.ts"
import { writeHtml } from "../present/write-html.ts"
import { discussionResponseSchema } from "../schemas/discussion.ts"
import { discussionParams, exportQuery } from "../schemas/requests.ts"

export function exportRoutes(api: Api): void {
  api.endpoint(
    {
      method: "get",
      path: "/api/v1/discussions/{id}/export",
      operationId: "exportDiscussion",
      tag: "Discussions",
      summary: "Take a discussion away",
      description: "The record as Markdown, as JSON, or as one HTML page that needs nothing else.",
      scope: "read",
      params: discussionParams,
      query: exportQuery,
      errors: [404],
      responses: {
        200: {
          description: "The record",
          content: {
            "text/markdown": { schema: z.string() },
            "text/html": { schema: z.string() },
            "application/json": { schema: discussionResponseSchema },
          },
        },
      },
    },
    async ({ services, params, query }) => {
      const state = await loadState(services.engine.store, params.id)
      const name = `discussion-${params.id.replaceAll(/[^\w-]/g, "")}.${query.as}`
      const headers = { "cache-control": "no-store", "content-disposition": `attachment; filename="${name}"` }
      switch (query.as) {
        case "md":
          return new Response(writeMarkdown(state), {
            headers: { ...headers, "content-type": "text/markdown; charset=utf-8" },
          })
        case "html":
          return new Response(String(await writeHtml(state)), { headers: { ...headers, ...htmlPageHeaders } })
        case "json":
          return discussionResponse(state, 200, headers)
      }
    },
  )
}
