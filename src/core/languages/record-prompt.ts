import { type RecordPart, recordParts } from "../discussion/decision-record.ts"
import type { LanguageWords } from "./language.ts"

export const bulleted = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n")
export const paragraphs = (parts: readonly (string | false | undefined)[]) => parts.filter(Boolean).join("\n\n")

export interface RecordPromptWords {
  /** One line per turn: `t3 · Round 1 · Name: its first words`. */
  readonly turns: readonly string[]
  readonly ended: string
  readonly findings: boolean
  readonly structured: boolean
  /** The problems of the previous attempt. */
  readonly problems: readonly string[]
}

const citations = "citations: [{turn, quote}]"
const recordShapes: Readonly<Record<RecordPart, string>> = {
  answer: "",
  why: `{text, ${citations}}`,
  dissent: `{seat, text, ${citations}}`,
  unanswered: "",
  wouldChange: "",
  nextSteps: "{text, owner}",
  agreedOn: `{text, ${citations}}`,
  contradictions: `{text, ${citations}}`,
  singlePoints: `{seat, text, ${citations}}`,
  blindSpots: "",
  findings: `{severity, where, what, evidence, agreedBy: [seat], ${citations}}`,
}

export function recordPrompt(record: LanguageWords["record"], asked: RecordPromptWords): string {
  const { turns, ended, findings, structured, problems } = asked
  const parts = recordParts.filter((part) => part !== "findings" || findings)
  const form = structured
    ? `${record.object}\n${bulleted(parts.map((part) => `${part} ${recordShapes[part]}: ${record.wanted[part]}`.replace(" :", ":")))}`
    : `${record.block}\n\n${parts.map((part) => `## ${record.titles[part]}\n${record.wanted[part]}`).join("\n")}`
  return paragraphs([
    record.ask,
    `${record.ended}${ended}`,
    `${record.turns}\n${bulleted(turns)}`,
    form,
    problems.length > 0 && `${record.again}\n${bulleted(problems)}`,
  ])
}
