import { recordWords } from "../../../../src/core/public/view.ts"
import type { RecordTexts } from "../en/record.ts"

export const texts: RecordTexts = {
  ...recordWords.es,
  severities: { critical: "crítico", major: "importante", minor: "menor" },
  owner: (name) => `(${name})`,
  agreedBy: (names) => `De acuerdo: ${names}`,
  copy: "Copiar el acta",
  copied: "El acta está copiada.",
  notCopied: "El navegador no permitió copiar.",
  print: "Imprimir todo",
}
