import type { DiscussionTexts } from "./en.ts"

export const es: DiscussionTexts = {
  title: "Discusión",
}
