import type { DiscussionTexts } from "./en.ts"

export const zh: DiscussionTexts = {
  title: "讨论",
}
