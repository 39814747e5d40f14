export const en = {
  title: "Discussion",
}

export type DiscussionTexts = typeof en
