import type { DiscussionTexts } from "../../texts/en/discussion.ts"
import { textsByLanguage } from "../../texts/languages.ts"

export const discussionTexts = textsByLanguage<DiscussionTexts>(
  import.meta.glob("../../texts/*/discussion.ts", { eager: true, import: "texts" }),
)
