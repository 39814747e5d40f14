import { fromBlock, type MarkerBlock, markerBlocks } from "./marker-blocks.ts"
import { matchOption, type OptionNames, optionNames } from "./match-option.ts"
import { amountIn, given, readChoiceProse } from "./read-choice-prose.ts"
import { onlyNumber, readNumber } from "./read-number.ts"
import {
  type Answer,
  type FoundAnswer,
  fencedText,
  lastAnswer,
  ownProse,
  type ReplyLine,
  replyLines,
} from "./reply-lines.ts"
import { choiceKeys, fromObject, replyObjects } from "./reply-objects.ts"
import { firstLine, plainText, spokenText } from "./vote-text.ts"
import { wordsOf } from "./words/index.ts"
import type { NumberStyle } from "./words/reader-words.ts"

/** `choice` is one of the options, as it was given. */
export type ChoiceAnswer = Answer<{ readonly choice: string; readonly amount?: number }>

export interface Question {
  readonly text: string
  /** In the order, and with the numbers, that the seat was shown. */
  readonly options: readonly string[]
  /** It may give the options letters. */
  readonly topic?: string
  readonly language: { readonly code: string }
}

interface FoundChoice extends FoundAnswer {
  readonly option: number
  readonly amount: number | undefined
}

/** Reads a seat's choice among options: its object or block, else its prose. It never throws. */
export function readChoice({ text, options, topic, language }: Question): ChoiceAnswer {
  const names = optionNames(options, wordsOf(language), topic)
  const lines = replyLines(text)
  const written = markerBlocks(lines, "choice")
  const blocks = written.flatMap((block) => blockChoice(block, names))
  const found = lastAnswer(blocks, objectChoices(lines, names), lines)
  // Whoever filled in a block with none of the options has not chosen in its prose either.
  const misfilled = written.length > blocks.length
  const read = found ?? (misfilled ? undefined : readChoiceProse(ownProse(lines), names, fencedText(lines)))
  const choice = read === undefined ? undefined : options[read.option]
  if (read === undefined || choice === undefined) return { reading: "unreadable", text }
  return {
    reading: found?.reading ?? "inferred",
    choice,
    ...given(read.amount),
    confidence: read.confidence,
    reasoning: found?.reasoning ?? spokenText(text),
  }
}

function blockChoice(block: MarkerBlock, names: OptionNames): FoundChoice[] {
  const { doubtful, sections } = block
  const { numbers } = names.language
  const matched = matchOption(firstLine(sections.get("CHOICE") ?? ""), names)
  if (matched === undefined || (doubtful && !matched.whole)) return []
  const amount = readNumber(firstLine(sections.get("AMOUNT") ?? ""), numbers) ?? onlyNumber(matched.rest, numbers)
  return [{ ...fromBlock(block, numbers), option: matched.option, amount }]
}

function objectChoices(lines: readonly ReplyLine[], names: OptionNames): (FoundChoice & { ownLine: boolean })[] {
  const { numbers } = names.language
  return replyObjects(lines, "choice").flatMap((object) => {
    const { fields } = object
    const key = choiceKeys.find((one) => fields.has(one)) ?? ""
    const matched = matchOption(plainText(fields.get(key)), names)
    if (matched === undefined) return []
    const amount = fields.has("amount")
      ? amountField(fields.get("amount"), numbers)
      : amountIn(matched.rest, ownProse(lines).split("\n"), names)
    return [{ ...fromObject(object, numbers), option: matched.option, amount }]
  })
}

/** An amount as an object gives it: a number, or a text that holds one. */
export function amountField(value: unknown, numbers: NumberStyle): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : readNumber(plainText(value), numbers)
}
