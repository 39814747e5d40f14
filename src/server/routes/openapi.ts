import { z } from "@hono/zod-openapi"
import type { Api } from "../api.ts"
import { openApiDocument } from "../openapi-document.ts"
import { htmlPageHeaders } from "../present/html-page.ts"
import { writeDocs } from "../present/write-docs.ts"

const tag = "Operations"

/** To be added last: it describes the calls that are there when it is first asked. */
export function openApiRoutes(api: Api): void {
  let document: ReturnType<typeof openApiDocument> | undefined
  const getDocument = () => {
    document ??= openApiDocument(api)
    return document
  }

  api.endpoint(
    {
      method: "get",
      path: "/openapi.json",
      operationId: "openapi",
      tag,
      summary: "This description",
      description: "Every call as an OpenAPI 3.1 document.",
      scope: "open",
      responses: {
        200: {
          description: "The document",
          content: { "application/json": { schema: z.object({ openapi: z.string() }) } },
        },
      },
    },
    () => Response.json(getDocument()),
  )

  api.endpoint(
    {
      method: "get",
      path: "/docs",
      operationId: "docs",
      tag,
      summary: "This description, to read",
      description: "Every call as a page.",
      scope: "open",
      responses: { 200: { description: "The page", content: { "text/html": { schema: z.string() } } } },
    },
    async () => new Response(String(await writeDocs(getDocument())), { headers: htmlPageHeaders }),
  )
}
