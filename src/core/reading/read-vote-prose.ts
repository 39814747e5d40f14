import { languages } from "../prompting/languages/index.ts"
import type { Language } from "../prompting/languages/language.ts"
import { ownProse, type ReplyLine } from "./reply-lines.ts"
import { weighProse } from "./weigh-prose.ts"

const lowest = 30
const highest = 70
/** Less of a lead than this share is an evenly mixed text. */
const clearLead = 0.25

const quotedSpeech = [
  /"[^"\n]{0,600}"/gu,
  /“[^”\n]{0,600}”/gu,
  /«[^»\n]{0,600}»/gu,
  /「[^」\n]{0,600}」/gu,
  /『[^』\n]{0,600}』/gu,
  /‘[^’\n]{0,600}’(?!\p{L})/gu,
  /(?<=^|[\s(])'[^'\n]{1,600}'(?=[\s.,;:!?)]|$)/gmu,
  /`[^`\n]{0,600}`/gu,
]

/** Whether prose agrees, with a confidence that grows with its clarity; undefined when it does not tell. */
export function readVoteProse(
  lines: readonly ReplyLine[],
  language: Language,
): { hasConsensus: boolean; confidence: number } | undefined {
  const prose = withoutQuotedSpeech(ownProse(lines))
  for (const { votes } of [language, ...Object.values(languages).filter((other) => other.code !== language.code)]) {
    const { yes, no } = weighProse(prose, votes)
    const total = yes + no
    if (total === 0) continue
    const lead = Math.abs(yes - no) / total
    if (lead < clearLead) return undefined
    const clarity = lead * Math.min(1, total / 2)
    return { hasConsensus: yes > no, confidence: Math.round(lowest + (highest - lowest) * clarity) }
  }
  return undefined
}

/** A reply that is one quotation as a whole is the seat's own; any other quotation is somebody's words. */
function withoutQuotedSpeech(prose: string): string {
  const whole = /^\s*["“«「'‘]([^"“”«»「」]*)["”»」'’]\s*$/u.exec(prose)
  if (whole !== null) return whole[1]!
  return quotedSpeech.reduce((text, speech) => text.replace(speech, " "), prose)
}
