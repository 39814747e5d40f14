import type { Language } from "../prompting/languages/language.ts"
import { type MarkerBlock, markerBlocks } from "./marker-blocks.ts"
import { matchOption, type OptionNames, optionNames } from "./match-option.ts"
import { readChoiceProse } from "./read-choice-prose.ts"
import { readConfidence } from "./read-confidence.ts"
import { readNumber } from "./read-number.ts"
import { type Found, lastOwn, ownProse, type ReplyLine, replyLines } from "./reply-lines.ts"
import { replyObjects } from "./reply-objects.ts"
import { firstLine, plainText, spokenText } from "./vote-text.ts"

export type ChoiceAnswer =
  | {
      readonly reading: "structured" | "markers" | "inferred"
      /** One of the options, as it was given. */
      readonly choice: string
      readonly amount?: number
      readonly confidence: number
      readonly reasoning: string
    }
  | { readonly reading: "unreadable"; readonly text: string }

interface FoundChoice extends Found {
  readonly reading: "structured" | "markers"
  readonly option: number
  readonly amount: number | undefined
  readonly confidence: number
  readonly reasoning: string
}

/** Reads a seat's choice among options: its object or block, else its prose. It never throws. */
export function readChoice({
  text,
  options,
  language,
}: {
  text: string
  options: readonly string[]
  language: Language
}): ChoiceAnswer {
  const names = optionNames(options)
  const lines = replyLines(text)
  const written = markerBlocks(lines, "choice")
  const blocks = written.flatMap((block) => blockChoice(block, names, language))
  const objects = objectChoices(lines, names, language).filter(
    (object) => object.ownLine || !blocks.some((block) => block.fence === object.fence && block.line <= object.line),
  )
  const found = lastOwn<FoundChoice>([...blocks, ...objects], lines)
  // Whoever filled in a block with none of the options has not chosen in its prose either.
  const misfilled = written.length > blocks.length
  const read = found ?? (misfilled ? undefined : readChoiceProse(ownProse(lines), names, language))
  const choice = read === undefined ? undefined : options[read.option]
  if (read === undefined || choice === undefined) return { reading: "unreadable", text }
  return {
    reading: found?.reading ?? "inferred",
    choice,
    ...(read.amount !== undefined && { amount: read.amount }),
    confidence: read.confidence,
    reasoning: found?.reasoning ?? spokenText(text),
  }
}

function blockChoice(
  { line, fence, doubtful, sections }: MarkerBlock,
  names: OptionNames,
  language: Language,
): FoundChoice[] {
  const matched = matchOption(firstLine(sections.get("CHOICE") ?? ""), names, language)
  if (matched === undefined || (doubtful && !matched.whole)) return []
  return [
    {
      line,
      fence,
      reading: "markers",
      option: matched.option,
      amount: readNumber(firstLine(sections.get("AMOUNT") ?? ""), language.numbers),
      confidence: readConfidence(firstLine(sections.get("CONFIDENCE") ?? ""), language.numbers),
      reasoning: sections.get("REASONING") ?? "",
    },
  ]
}

function objectChoices(
  lines: readonly ReplyLine[],
  names: OptionNames,
  language: Language,
): (FoundChoice & { ownLine: boolean })[] {
  return replyObjects(lines, "choice").flatMap(({ line, fence, ownLine, fields }) => {
    const matched = matchOption(plainText(fields.get("choice")), names, language)
    if (matched === undefined) return []
    const amount = fields.get("amount")
    return [
      {
        line,
        fence,
        ownLine,
        reading: "structured" as const,
        option: matched.option,
        amount:
          typeof amount === "number" && Number.isFinite(amount)
            ? amount
            : readNumber(plainText(amount), language.numbers),
        confidence: readConfidence(fields.get("confidence"), language.numbers),
        reasoning: plainText(fields.get("reasoning") ?? fields.get("reason")),
      },
    ]
  })
}
