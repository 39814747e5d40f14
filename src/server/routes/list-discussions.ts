import { excerpt } from "../../core/text.ts"
import { idParams } from "../../operations/common.ts"
import { listOperations, summaryResponse } from "../../operations/discussion-list.ts"
import type { DiscussionSummary } from "../../ports/discussion-list.ts"
import { type Api, jsonContent } from "../api.ts"
import { asQuery } from "../describe-operation.ts"

/** Apart from the other routes, so that whoever only lists does not load what discussions are made with. */
export function listRoutes(api: Api): void {
  const routes = api.routes("Discussions", "/api/v1/discussions")

  routes.get("", {
    ...asQuery(
      listOperations.listDiscussions,
      "A page of discussions",
      "In pages. With `q` each comes with the place where the words were found.",
    ),
    scope: "read",
    handle: async ({ services, query: { pinned, archived, ...query } }) => {
      const { discussions, next } = await services.discussions.list({
        ...query,
        ...(pinned !== undefined && { pinned: pinned === "true" }),
        ...(archived !== "all" && { archived: archived === "true" }),
      })
      return Response.json({ discussions: discussions.map(withTitle), next })
    },
  })

  routes.get("/{id}/summary", {
    operationId: "getDiscussionSummary",
    summary: "Get a discussion as a list shows it",
    description: "Its title, labels, status, answer and seats, without its turns.",
    scope: "read",
    params: idParams("the discussion's id"),
    responses: { 200: jsonContent(summaryResponse, "The discussion's summary") },
    handle: async ({ services, params }) => summaryOf(await services.discussions.get(params.id)),
  })
}

export function summaryOf(discussion: DiscussionSummary): Response {
  return Response.json({ discussion: withTitle(discussion) })
}

const titleLength = 80

/** Without a given title it goes by the first line of its topic. */
function withTitle(discussion: DiscussionSummary) {
  const [line = ""] = discussion.topic.trim().split("\n", 1)
  const made = excerpt(line.replace(/^#+\s*/, ""), titleLength) || excerpt(discussion.topic, titleLength)
  return { ...discussion, title: discussion.title ?? made, titleGiven: discussion.title !== null }
}
