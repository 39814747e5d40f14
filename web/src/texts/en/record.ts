import { recordWords } from "../../../../src/core/public/view.ts"

/** What a record is called and asked of on the page, beside the words that it shares with every other interface. */
export const texts = {
  ...recordWords.en,
  severities: { critical: "critical", major: "major", minor: "minor" },
  owner: (name: string) => `(${name})`,
  agreedBy: (names: string) => `Agreed by ${names}`,
  copy: "Copy the record",
  copied: "The record is copied.",
  notCopied: "The browser did not allow copying.",
  print: "Print everything",
}

export type RecordTexts = typeof texts
