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
  status: z
    .enum(statuses)
    .optional()
    .describe("filter by status; discussions that wait for a worker are `queued`, not `running`"),
  format: z.string().max(100).optional().describe("filter by format or table name"),
  q: z
    .string()
    .max(200)
    .optional()
    .describe("search titles, topics, outcomes, turns and comments; all words must match, at least as prefixes"),
  tag: z.string().max(maxTagLength).optional().describe("filter by tag"),
  pinned: z.enum(["true", "false"]).optional().describe("filter by pin"),
  archived: z
    .enum(["true", "false", "all"])
    .default("false")
    .describe("true: only archived discussions; false: only others; all: both"),
  projectId: z.string().max(200).optional().describe("filter by project"),
  sessionId: z.string().max(200).optional().describe("filter by chat session"),
})

const hitSchema = z.object({
  turnId: z.string().nullable().describe("null if the match is in the title, topic, outcome or a comment"),
  excerpt: z.string(),
  matches: z.array(z.object({ start: count, end: count })).describe("positions of the matches in the excerpt"),
  cutBefore: z.boolean(),
  cutAfter: z.boolean(),
})

export const queueSchema = z
  .object({ place: z.int().describe("position in the queue; 1 is next") })
  .optional()
  .describe("present while the discussion waits for a worker")

export const summarySchema = z
  .object({
    id: z.string(),
    format: z.string(),
    topic: z.string(),
    title: z.string().describe("the title that was set, or else the beginning of the topic"),
    titleGiven: z.boolean().describe("whether the title was set, not derived from the topic"),
    pinned: z.boolean(),
    archived: z.boolean(),
    tags: z.array(z.string()),
    status: statusSchema,
    queue: queueSchema,
    round: count,
    turns: count,
    answer: z.string().nullable().describe("the first 500 characters of the solution"),
    agreed: z.boolean().nullable(),
    seats: z
      .array(z.object({ id: z.string(), name: z.string(), kind: z.enum(seatKinds) }))
      .describe("the seats at the start"),
    projectId: z.string().nullable(),
    sessionId: z.string().nullable().describe("the chat session it belongs to"),
    parent: parentSchema.pick({ kind: true, discussionId: true }).nullable(),
    hit: hitSchema.nullable().describe("where the search matched; null without a search"),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: "DiscussionSummary" })

export const discussionPage = z
  .object({ discussions: z.array(summarySchema), next: nextCursor })
  .meta({ id: "DiscussionPage" })

export const summaryResponse = z.object({ discussion: summarySchema })

/** Labels that people set on a discussion. Omitted fields stay unchanged. */
export const labelsSchema = z
  .strictObject({
    title: label(maxTitleLength).nullable().describe("null: use the topic again"),
    pinned: z.boolean().describe("show it above the others on the page"),
    archived: z.boolean().describe("hide it from lists that do not ask for archived discussions"),
    tags: z
      .array(label(maxTagLength))
      .max(maxTags)
      .transform((tags) => [...new Set(tags)])
      .describe("replaces all existing tags"),
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
    description: "All discussions, or those that match the filters.",
    input: listQuery,
    output: discussionPage,
  }),

  labelDiscussion: operation({
    names: { http: "labelDiscussion" },
    title: "Rename, pin, tag or archive a discussion",
    description: "Changes only the given fields. Works at any time, also while the discussion is running.",
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

const maxDerivedTitleLength = 80

/** The title that was set, or else the first line of the topic. */
export function withTitle(discussion: DiscussionSummary) {
  const [line = ""] = discussion.topic.trim().split("\n", 1)
  const derived =
    excerpt(line.replace(/^#+\s*/, ""), maxDerivedTitleLength) || excerpt(discussion.topic, maxDerivedTitleLength)
  return { ...discussion, title: discussion.title ?? derived, titleGiven: discussion.title !== null }
}
