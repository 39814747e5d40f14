import type { Score } from "../discussion/vote.ts"
import { fromBlock, markerBlocks } from "./marker-blocks.ts"
import { type OptionNames, optionNames } from "./match-option.ts"
import type { Question } from "./read-choice.ts"
import { itemOf } from "./read-option-list.ts"
import { type Answer, type FoundAnswer, lastOwn, ownProse, plainSigns, replyLines } from "./reply-lines.ts"
import { fromObject, replyObjects } from "./reply-objects.ts"
import { plainText, spokenText } from "./vote-text.ts"
import { wordsOf } from "./words/index.ts"

/** `choice` is the one with the highest score; of two, the one shown first. */
export type ScoresAnswer = Answer<{ readonly choice: string; readonly scores: readonly Score[] }>

interface FoundScores extends FoundAnswer {
  readonly scores: readonly Score[]
}

const maxScore = 10
/** `Wind: 7`, `2. Sun – 6.5/10`, `木材：8分`: a score ends its line. */
const scoreAtEnd =
  /^(?<option>.*?)[\s:：=|–—-]+(?<score>\d{1,2}(?:[.,]\d{1,2})?)(?:\s*\/\s*10)?\s*(?:points?|puntos?|分)?[\s.。*_|]*$/iu

/** Reads scores of all options: from an object or block, else line by line from the prose. It never throws. */
export function readScores({ text, options, topic, language }: Question): ScoresAnswer {
  const names = optionNames(options, wordsOf(language), topic)
  const { numbers } = names.language
  const lines = replyLines(text)
  const blocks = markerBlocks(lines, "scores").flatMap((block): FoundScores[] => {
    const scores = block.doubtful ? undefined : scoresInLines(block.sections.get("SCORES") ?? "", names)
    return scores === undefined ? [] : [{ ...fromBlock(block, numbers), scores }]
  })
  const objects = replyObjects(lines, "scores").flatMap((object): FoundScores[] => {
    const scores = scoresInValue(object.fields.get("scores"), names)
    return scores === undefined ? [] : [{ ...fromObject(object, numbers), scores }]
  })
  const found = lastOwn<FoundScores>([...blocks, ...objects], lines)
  if (found) {
    const { reading, scores, confidence, reasoning } = found
    return { reading, choice: highest(scores), scores, confidence, reasoning }
  }
  const spoken = scoresInLines(ownProse(lines), names)
  if (spoken === undefined) return { reading: "unreadable", text }
  return { reading: "inferred", choice: highest(spoken), scores: spoken, confidence: 45, reasoning: spokenText(text) }
}

function scoresInLines(text: string, names: OptionNames): readonly Score[] | undefined {
  const given = plainSigns(text.slice(0, 8_000))
    .split("\n")
    .flatMap((line): Given[] => {
      const { option, score } = scoreAtEnd.exec(line.trim())?.groups ?? {}
      return option === undefined || score === undefined ? [] : [[option, Number(score.replace(",", "."))]]
    })
  return allScored(given, names)
}

function scoresInValue(value: unknown, names: OptionNames): readonly Score[] | undefined {
  if (typeof value === "string") return scoresInLines(value, names)
  if (typeof value !== "object" || value === null) return undefined
  const given = Array.isArray(value)
    ? value.slice(0, 100).map((item): Given => [plainText(item?.option), Number(item?.score ?? Number.NaN)])
    : Object.entries(value).map(([option, score]): Given => [option, Number(score ?? Number.NaN)])
  return allScored(given, names)
}

type Given = readonly [option: string, score: number]

/** A score for every option, else undefined (the seat is asked again). The last score of an option counts. */
function allScored(given: readonly Given[], names: OptionNames): readonly Score[] | undefined {
  const scores = new Map<number, number>()
  for (const [text, score] of given) {
    const option = itemOf(text, names)
    if (option !== undefined && Number.isFinite(score)) scores.set(option, Math.min(maxScore, Math.max(0, score)))
  }
  if (scores.size < names.options.length) return undefined
  return names.options.map((option, index) => ({ option, score: scores.get(index)! }))
}

function highest(scores: readonly Score[]): string {
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).option
}
