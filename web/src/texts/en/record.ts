import { recordWords } from "../../../../src/core/public/view.ts"

/** Page texts about records, besides the words shared with other interfaces. */
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
