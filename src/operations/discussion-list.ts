import { z } from "zod"
import { seatKinds } from "../core/discussion/seat.ts"
import { statuses } from "../core/discussion/state.ts"
import { count, parentSchema, statusSchema, time } from "../core/public/field-schemas.ts"
import { cleanText, excerpt } from "../core/text.ts"
import type { DiscussionList, DiscussionSummary } from "../ports/discussion-list.ts"
import { idParams, nextCursor, pageQuery } from "./common.ts"
import { operation } from "./operation.ts"

const maxTitleLength = 200
const maxTagLength = 40
const maxTags = 20

const listQuery = pageQuery.extend({
  status: z.enum(statuses).optional().describe("filter by status; what waits for a worker is `queued`, not `running`"),
  format: z.string().max(100).optional().describe("filter by format, or by the name of a table"),
  q: z
    .string()
    .max(200)
    .optional()
    .describe("search the title, topic, outcome, turns and comments for all of these words or their beginnings"),
  tag: z.string().max(maxTagLength).optional().describe("filter by tag"),
  pinned: z.enum(["true", "false"]).optional().describe("filter by pin"),
  archived: z.enum(["true", "false", "all"]).default("false").describe("archived ones, the others, or both"),
  projectId: z.string().max(200).optional().describe("filter by project"),
  sessionId: z.string().max(200).optional().describe("filter by chat session"),
})

const hitSchema = z.object({
  turnId: z.string().nullable().describe("null in the title, topic or outcome, or in a comment"),
  excerpt: z.string(),
  matches: z.array(z.object({ start: count, end: count })).describe("where they are in the excerpt"),
  cutBefore: z.boolean(),
  cutAfter: z.boolean(),
})

export const queueSchema = z
  .object({ place: z.int().describe("1 is next") })
  .optional()
  .describe("its place among those that wait for a worker; absent where it does not wait")

export const summarySchema = z
  .object({
    id: z.string(),
    format: z.string(),
    topic: z.string(),
    title: z.string().describe("the name it was given, or one made from its topic"),
    titleGiven: z.boolean().describe("whether somebody gave it that title"),
    pinned: z.boolean(),
    archived: z.boolean(),
    tags: z.array(z.string()),
    status: statusSchema,
    queue: queueSchema,
    round: count,
    turns: count,
    answer: z.string().nullable().describe("the first 500 characters of its solution"),
    agreed: z.boolean().nullable(),
    seats: z
      .array(z.object({ id: z.string(), name: z.string(), kind: z.enum(seatKinds) }))
      .describe("the seats it began with"),
    projectId: z.string().nullable(),
    sessionId: z.string().nullable().describe("the chat session that it belongs to"),
    parent: parentSchema.pick({ kind: true, discussionId: true }).nullable(),
    hit: hitSchema.nullable().describe("where the words that were searched for are; null without a search"),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: "DiscussionSummary" })

export const discussionPage = z
  .object({ discussions: z.array(summarySchema), next: nextCursor })
  .meta({ id: "DiscussionPage" })

export const summaryResponse = z.object({ discussion: summarySchema })

/** What people note about a discussion; what is not given stays as it is. */
export const labelsSchema = z
  .strictObject({
    title: label(maxTitleLength).nullable().describe("null: goes by its topic again"),
    pinned: z.boolean().describe("shown above the others on the page"),
    archived: z.boolean().describe("is left out of lists that do not ask for it"),
    tags: z
      .array(label(maxTagLength))
      .max(maxTags)
      .transform((tags) => [...new Set(tags)])
      .describe("instead of those that it has"),
  })
  .partial()
  .meta({
    id: "DiscussionLabels",
    example: { title: "The move to a monorepo", pinned: true, tags: ["infrastructure"] },
  })

function label(max: number) {
  return z
    .string()
    .transform((text) => cleanText(text).replace(/\s+/g, " ").trim())
    .pipe(z.string().min(1).max(max))
}

export const listOperations = {
  listDiscussions: operation({
    names: { http: "listDiscussions", command: "list" },
    title: "List discussions, newest first",
    description: "All of them, or only those with a status, a format or certain words.",
    input: listQuery,
    output: discussionPage,
  }),

  labelDiscussion: operation({
    names: { http: "labelDiscussion" },
    title: "Rename, pin, tag or archive a discussion",
    description: "Changes what is given and leaves the rest. Also while the discussion is running.",
    target: idParams("the discussion's id"),
    input: labelsSchema,
    output: summaryResponse,
  }),
}

export async function listPage(list: DiscussionList, { pinned, archived, ...query }: z.output<typeof listQuery>) {
  const { discussions, next } = await list.list({
    ...query,
    ...(pinned !== undefined && { pinned: pinned === "true" }),
    ...(archived !== "all" && { archived: archived === "true" }),
  })
  return { discussions: discussions.map(withTitle), next }
}

const madeTitleLength = 80

/** Without a given title it goes by the first line of its topic. */
export function withTitle(discussion: DiscussionSummary) {
  const [line = ""] = discussion.topic.trim().split("\n", 1)
  const made = excerpt(line.replace(/^#+\s*/, ""), madeTitleLength) || excerpt(discussion.topic, madeTitleLength)
  return { ...discussion, title: discussion.title ?? made, titleGiven: discussion.title !== null }
}
