import { z } from "zod"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { ConclaveError } from "../../core/errors.ts"
import { isoTime } from "../../core/text.ts"
import { loadState } from "../../engine/context.ts"
import { createDiscussion } from "../../engine/verbs/create-discussion.ts"
import { readerQuery } from "../../operations/common.ts"
import {
  creationFields,
  discussionOperations,
  discussionOutput,
  discussionParams,
} from "../../operations/discussions.ts"
import { stateForReader } from "../access/reader-seat.ts"
import { type Api, jsonContent } from "../api.ts"
import { asBody, asQuery } from "../describe-operation.ts"
import { createdResponse, discussionResponse } from "../http/etag.ts"

const path = "/api/v1/discussions"
const answers = () => import("../schemas/responses.ts")

const turnParams = discussionParams.extend({
  turn: z.string().max(100).meta({ description: "the turn's id", example: "t4" }),
})

/** Loaded on demand: only discussions of a project need these. */
const projectRules = async () => ({
  ...(await import("../../engine/verbs/resolve-panel.ts")),
  ...(await import("./panel.ts")),
})

export function discussionRoutes(api: Api): void {
  const routes = api.routes("Discussions", path)

  routes.post("", {
    ...asBody(
      discussionOperations.discuss,
      { created: "The new discussion" },
      "It starts immediately unless `start` is false.",
    ),
    scope: "discuss",
    body: creationFields,
    documentedBody: discussionOperations.discuss.input,
    creates: createdResponse,
    handle: async ({ services, body: { start = true, sessionId, projectId, ...request } }) => {
      const { engine, tableDefaults: defaults } = services
      const discussionId = api.services.ids.discussion()
      const input = { discussionId, request, defaults, sessionId, hold: !start }
      if (projectId === undefined) return createdResponse(await createDiscussion({ context: engine, input }))
      const { createInProject, loadPanel } = await projectRules()
      const panel = await loadPanel(services, projectId)
      return createdResponse(await createInProject({ context: engine, input: { ...input, ...panel } }))
    },
  })

  routes.post("/estimate", {
    operationId: "estimateDiscussion",
    summary: "Estimate a discussion",
    description:
      "Validates a request and estimates the model calls, tokens and cost of a full run without retries, and whether the materials fit the smallest context window. No model is called and nothing is stored.",
    scope: "discuss",
    body: creationFields,
    documentedBody: discussionOperations.discuss.input,
    responses: { 200: jsonContent(async () => (await answers()).estimateResponse, "The estimate") },
    handle: async ({ services, body: { start: _, sessionId: __, projectId, ...given } }) => {
      const { engine, tableDefaults: defaults } = services
      const project = projectId === undefined ? undefined : await projectRules()
      const request = project ? project.requestInProject(await project.loadPanel(services, projectId!), given) : given
      const { estimateDiscussion } = await import("../../engine/verbs/estimate-discussion.ts")
      return { estimate: await estimateDiscussion({ request, defaults }, engine.models) }
    },
  })

  routes.get("/{id}", {
    ...asQuery(
      discussionOperations.getDiscussion,
      "The discussion",
      "With `wait` the response is delayed until the discussion has ended, is paused or waits for input, or the time is up.",
    ),
    scope: "read",
    forSeatKeys: true,
    handle: async ({ request, services: { engine, placeOf }, params, query, access }) => {
      const { isIdle, waitUntil } = query.wait === 0 ? {} : await import("../../engine/live/wait-until.ts")
      const state = await loadState(engine.store, params.id)
      const options = { until: isIdle!, seconds: query.wait, signal: request.signal }
      const shown = await stateForReader(waitUntil ? await waitUntil(engine, state, options) : state, { access, query })
      return discussionResponse(shown, 200, {}, shown.status === "running" ? await placeOf?.(shown.id) : undefined)
    },
  })

  routes.get("/{id}/materials", {
    operationId: "getMaterials",
    summary: "Get the materials of a discussion",
    description: "The numbered texts that every seat reads besides the topic.",
    scope: "read",
    params: discussionParams,
    responses: {
      200: jsonContent(
        async () => (await answers()).materialsResponse,
        "The materials; an empty list if there are none",
      ),
    },
    handle: async ({ services, params }) => {
      const { table } = await loadState(services.engine.store, params.id)
      const materials = (table.materials ?? []).map((material, index) => ({ number: index + 1, ...material }))
      return { materials }
    },
  })

  routes.get("/{id}/turns/{turn}/reasoning", {
    operationId: "getReasoning",
    summary: "Get the reasoning behind a turn",
    description:
      "The reasoning text that the model wrote before its turn. No other call or stream contains it, and it needs the same scope as steering.",
    scope: "discuss",
    params: turnParams,
    query: readerQuery,
    responses: {
      200: jsonContent(async () => (await answers()).reasoningResponse, "The reasoning; null if there is none"),
    },
    handle: async ({ services, params, query, access }) => {
      const { turns } = await stateForReader(await loadState(services.engine.store, params.id), { access, query })
      const turn = turns.find(({ id }) => id === params.turn)
      if (!turn) {
        throw new ConclaveError("NOT_FOUND", `there is no completed turn "${params.turn}"`)
      }
      const { id, seat: role, modelId = null, reasoning = null } = turn
      return { turn: id, role, modelId, reasoning }
    },
  })

  routes.get("/{id}/export", {
    ...asQuery(discussionOperations.exportDiscussion, "The file"),
    scope: "read",
    forSeatKeys: true,
    responses: {
      200: {
        description: "The file",
        content: {
          "text/markdown": { schema: z.string() },
          "text/html": { schema: z.string() },
          "application/json": { schema: discussionOutput },
        },
      },
    },
    handle: async ({ services, params, query, access }) => {
      const state = await stateForReader(await loadState(services.engine.store, params.id), { access, query })
      const headers = { "cache-control": "no-store", "content-disposition": attachment(exportName(state, query.as)) }
      if (query.as === "json") return discussionResponse(state, 200, headers)
      if (query.as === "html") {
        const { writeHtml } = await import("../present/write-html.ts")
        const { htmlPageHeaders } = await import("../present/html-page.ts")
        return new Response(String(await writeHtml(state)), { headers: { ...headers, ...htmlPageHeaders } })
      }
      const text =
        query.as === "adr"
          ? (await import("../../core/reporting/write-adr.ts")).writeAdr(state)
          : (await import("../../core/reporting/write-markdown.ts")).writeMarkdown(state)
      return new Response(text, { headers: { ...headers, "content-type": "text/markdown; charset=utf-8" } })
    },
  })
}

const maxNameLength = 60

/** The topic and the start date. */
function exportName({ table, startedAt, updatedAt }: DiscussionState, as: "md" | "html" | "adr" | "json"): string {
  const words = table.topic.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const topic = [...words.join("-")].slice(0, maxNameLength).join("").replace(/-$/, "") || "discussion"
  const day = isoTime(startedAt ?? updatedAt).slice(0, 10)
  return `${topic}-${day}${as === "adr" ? "-adr.md" : `.${as}`}`
}

/** Includes an ASCII name for old clients. */
function attachment(name: string): string {
  const plain = name.normalize("NFD").replaceAll(/[^\w.-]/g, "")
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
