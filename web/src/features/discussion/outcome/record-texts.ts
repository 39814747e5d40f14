import type { RecordWords } from "../../../../../src/core/languages/record-words.ts"
import { recordWords } from "../../../../../src/core/public/view.ts"
import type { Texts } from "../../../texts/languages.ts"

/** What a record is called and asked of on the page, beside the words that it shares with every other interface. */
interface RecordTexts extends RecordWords {
  readonly severities: Readonly<Record<"critical" | "major" | "minor", string>>
  readonly owner: (name: string) => string
  readonly agreedBy: (names: string) => string
  readonly copy: string
  readonly copied: string
  readonly notCopied: string
  readonly print: string
}

const en: RecordTexts = {
  ...recordWords.en,
  severities: { critical: "critical", major: "major", minor: "minor" },
  owner: (name) => `(${name})`,
  agreedBy: (names) => `Agreed by ${names}`,
  copy: "Copy the record",
  copied: "The record is copied.",
  notCopied: "The browser did not allow copying.",
  print: "Print everything",
}

const es: RecordTexts = {
  ...recordWords.es,
  severities: { critical: "crítico", major: "importante", minor: "menor" },
  owner: (name) => `(${name})`,
  agreedBy: (names) => `De acuerdo: ${names}`,
  copy: "Copiar el acta",
  copied: "El acta está copiada.",
  notCopied: "El navegador no permitió copiar.",
  print: "Imprimir todo",
}

const zh: RecordTexts = {
  ...recordWords.zh,
  severities: { critical: "严重", major: "重要", minor: "轻微" },
  owner: (name) => `（${name}）`,
  agreedBy: (names) => `同意：${names}`,
  copy: "复制记录",
  copied: "记录已复制。",
  notCopied: "浏览器不允许复制。",
  print: "打印全部",
}

export const recordTexts: Texts<RecordTexts> = { en, es, zh }
