import { z } from "@hono/zod-openapi"
import { discussionSchema } from "../../core/public/discussion-schema.ts"

export const discussionResponseSchema = z.object({ discussion: discussionSchema }).openapi("DiscussionAnswer")
