import { z } from "@hono/zod-openapi"
import { localOrganisation } from "../access.ts"
import type { Api } from "../api.ts"
import { HttpError } from "../http/http-error.ts"
import { jsonContent } from "../http/json-content.ts"
import type { Metrics } from "../metrics.ts"
import { healthSchema } from "../schemas/responses.ts"

const tag = "Operations"

export function operationRoutes(api: Api, metrics: Metrics): void {
  api.endpoint(
    {
      method: "get",
      path: "/health",
      operationId: "health",
      tag,
      summary: "Is the server alive",
      description: "Answers as long as the process can answer at all.",
      scope: "open",
      responses: { 200: jsonContent(healthSchema, "It is") },
    },
    () => Response.json({ status: "ok" }),
  )

  api.endpoint(
    {
      method: "get",
      path: "/health/ready",
      operationId: "ready",
      tag,
      summary: "Is the server ready for traffic",
      description: "Tries what it depends on, such as the database and the workers.",
      scope: "open",
      responses: {
        200: jsonContent(healthSchema, "It is ready"),
        503: jsonContent(healthSchema, "It is not; `checks` says what failed"),
      },
    },
    async () => {
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
  )

  api.endpoint(
    {
      method: "get",
      path: "/metrics",
      operationId: "metrics",
      tag,
      summary: "Figures for Prometheus",
      description:
        "Requests, open streams, discussions, turns and tokens of this process. They are of all organisations together, so they need a key of the local one.",
      scope: "admin",
      responses: { 200: { description: "The figures", content: { "text/plain": { schema: z.string() } } } },
    },
    ({ access }) => {
      if (access.organisationId !== localOrganisation) {
        throw new HttpError("FORBIDDEN", "these figures are of all organisations; they need a key of the local one")
      }
      return new Response(metrics.render(), { headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" } })
    },
  )
}
