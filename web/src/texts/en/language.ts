export const texts = {
  /** As those call it who read no other. */
  name: "English",
  /** For the page's `lang`. */
  tag: "en",
}

export type LanguageTexts = typeof texts
