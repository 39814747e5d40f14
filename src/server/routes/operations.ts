import { z } from "zod"
import { localOrganisationId } from "../../ports/organisation.ts"
import { type Api, jsonContent } from "../api.ts"
import { HttpError } from "../http/http-error.ts"
import type { Metrics } from "../metrics.ts"
import { openApiDocument } from "../openapi-document.ts"
import { htmlPageHeaders } from "../present/html-page.ts"
import { writeDocs } from "../present/write-docs.ts"
import { healthSchema } from "../schemas/responses.ts"

export function operationRoutes(api: Api, metrics: Metrics): void {
  const routes = api.routes("Operations")

  routes.get("/health", {
    operationId: "health",
    summary: "Check that the server is running",
    description: "Answers as long as the process can answer at all.",
    scope: "open",
    responses: { 200: jsonContent(healthSchema, "Running") },
    handle: () => Response.json({ status: "ok" }),
  })

  routes.get("/health/ready", {
    operationId: "ready",
    summary: "Check that the server is ready for traffic",
    description: "Checks what it depends on, such as the database and the workers.",
    scope: "open",
    responses: {
      200: jsonContent(healthSchema, "Ready"),
      503: jsonContent(healthSchema, "Not ready; `checks` says what failed"),
    },
    handle: async () => {
      const checks = await Promise.all(
        Object.entries(api.services.readiness).map(async ([name, check]) => {
          const works = await check().then(
            () => true,
            () => false,
          )
          return [name, works ? "ok" : "failed"] as const
        }),
      )
      const isReady = checks.every(([, result]) => result === "ok")
      const body = { status: isReady ? "ok" : "unavailable", checks: Object.fromEntries(checks) }
      return Response.json(body, { status: isReady ? 200 : 503 })
    },
  })

  routes.get("/metrics", {
    operationId: "metrics",
    summary: "Get metrics for Prometheus",
    description:
      "Requests, open streams, discussions, turns and tokens of this process. They cover all organisations, so an admin key of the local one is needed.",
    scope: "admin",
    responses: { 200: { description: "The metrics", content: { "text/plain": { schema: z.string() } } } },
    handle: ({ access }) => {
      if (access.organisationId !== localOrganisationId) {
        throw new HttpError("FORBIDDEN", "metrics cover all organisations; use an admin key of the local organisation")
      }
      return new Response(metrics.render(), { headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" } })
    },
  })
}

/** Describes the endpoints that exist when it is first requested. */
export function openApiRoutes(api: Api): void {
  const routes = api.routes("Operations")
  let document: ReturnType<typeof openApiDocument> | undefined
  const getDocument = () => {
    document ??= openApiDocument(api.operations)
    return document
  }

  routes.get("/openapi.json", {
    operationId: "openapi",
    summary: "Get this description",
    description: "Every call as an OpenAPI 3.1 document.",
    scope: "open",
    responses: { 200: jsonContent(z.object({ openapi: z.string() }), "The document") },
    handle: () => Response.json(getDocument()),
  })

  routes.get("/docs", {
    operationId: "docs",
    summary: "Read the API reference",
    description: "Every call as a web page.",
    scope: "open",
    responses: { 200: { description: "The page", content: { "text/html": { schema: z.string() } } } },
    handle: async () => new Response(String(await writeDocs(getDocument())), { headers: htmlPageHeaders }),
  })
}
