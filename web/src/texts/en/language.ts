export const texts = {
  /** The language's own name. */
  name: "English",
  /** Value of the `lang` attribute. */
  tag: "en",
}

export type LanguageTexts = typeof texts
