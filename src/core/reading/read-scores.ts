import type { Score } from "../discussion/vote.ts"
import { fromBlock, markerBlocks } from "./marker-blocks.ts"
import { type OptionNames, optionNames } from "./match-option.ts"
import type { Question } from "./read-choice.ts"
import { itemOf } from "./read-option-list.ts"
import { type Answer, type FoundAnswer, lastOwn, ownProse, replyLines, toPlainCharacters } from "./reply-lines.ts"
import { fromObject, replyObjects } from "./reply-objects.ts"
import { asReasoning, plainText } from "./vote-text.ts"
import { wordsOf } from "./words/index.ts"

/** `choice` is the option with the highest score; ties go to the one shown first. */
export type ScoresAnswer = Answer<{ readonly choice: string; readonly scores: readonly Score[] }>

interface FoundScores extends FoundAnswer {
  readonly scores: readonly Score[]
}

const maxScore = 10
/** A score at the end of a line: `Wind: 7`, `2. Sun – 6.5/10`, `木材：8分`. */
const scoreAtEnd =
  /^(?<option>.*?)[\s:：=|–—-]{1,60}(?<score>\d{1,2}(?:[.,]\d{1,2})?)(?:\s*\/\s*10)?\s*(?:points?|puntos?|分)?[\s.。*_|]*$/iu

/** Reads the scores of all options from an object or block, else from the lines of the prose. Never throws. */
export function readScores({ text, options, topic, language }: Question): ScoresAnswer {
  const names = optionNames(options, wordsOf(language), topic)
  const { numbers } = names.language
  const lines = replyLines(text)
  const blocks = markerBlocks(lines, "scores").flatMap((block): FoundScores[] => {
    const scores = block.doubtful ? undefined : scoresInLines(block.sections.get("SCORES") ?? "", names)
    return scores === undefined ? [] : [{ ...fromBlock(block, numbers), scores }]
  })
  const objects = replyObjects(lines, "scores").flatMap((object): FoundScores[] => {
    const scores = scoresInValue(object.value, names)
    return scores === undefined ? [] : [{ ...fromObject(object, numbers), scores }]
  })
  const found = lastOwn<FoundScores>([...blocks, ...objects], lines)
  if (found) {
    const { reading, scores, confidence, reasoning } = found
    return { reading, choice: highest(scores), scores, confidence, reasoning }
  }
  const scores = scoresInLines(ownProse(lines), names)
  if (scores === undefined) return { reading: "unreadable", text }
  return { reading: "inferred", choice: highest(scores), scores, confidence: 45, reasoning: asReasoning(text) }
}

function scoresInLines(text: string, names: OptionNames): readonly Score[] | undefined {
  const rawScores = toPlainCharacters(text.slice(0, 8_000))
    .split("\n")
    .flatMap((line): RawScore[] => {
      const { option, score } = scoreAtEnd.exec(line.replace(/\*+|__/gu, " ").trim())?.groups ?? {}
      return option === undefined || score === undefined ? [] : [[option, Number(score.replace(",", "."))]]
    })
  return allScored(rawScores, names)
}

function scoresInValue(value: unknown, names: OptionNames): readonly Score[] | undefined {
  if (typeof value === "string") return scoresInLines(value, names)
  if (typeof value !== "object" || value === null) return undefined
  const rawScores = Array.isArray(value)
    ? value.slice(0, 100).map((item): RawScore => [plainText(item?.option), Number(item?.score ?? Number.NaN)])
    : Object.entries(value).map(([option, score]): RawScore => [option, Number(score ?? Number.NaN)])
  return allScored(rawScores, names)
}

type RawScore = readonly [option: string, score: number]

/** The last score of each option; undefined if one is missing, so that the seat is asked again. */
function allScored(rawScores: readonly RawScore[], names: OptionNames): readonly Score[] | undefined {
  const scores = new Map<number, number>()
  for (const [text, score] of rawScores) {
    const option = itemOf(text, names)
    if (option !== undefined && Number.isFinite(score)) scores.set(option, Math.min(maxScore, Math.max(0, score)))
  }
  if (scores.size < names.options.length) return undefined
  return names.options.map((option, index) => ({ option, score: scores.get(index)! }))
}

function highest(scores: readonly Score[]): string {
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).option
}
