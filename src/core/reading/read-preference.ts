import type { BallotForm, Vote } from "../discussion/vote.ts"
import { words } from "../words/words.ts"
import { fromBlock, type MarkerBlock, markerBlocks } from "./marker-blocks.ts"
import { type OptionNames, optionNames, textMentions } from "./match-option.ts"
import { affirmedOptions, parseAmount, type Question, readChoice, withAmount } from "./read-choice.ts"
import { readNumber } from "./read-number.ts"
import { approvesNoneOrAll, listedOptions, rankedInProse } from "./read-option-list.ts"
import { readScores } from "./read-scores.ts"
import { type Answer, type FoundAnswer, lastAnswer, ownProse, type ReplyLine, replyLines } from "./reply-lines.ts"
import { amountKey, fromObject, replyObjects } from "./reply-objects.ts"
import { asReasoning, firstLine, plainText } from "./vote-text.ts"
import { wordsOf } from "./words/index.ts"

/** Has no `choice` if an approval ballot accepts none of the options. */
export type PreferenceAnswer = Answer<Pick<Vote, "choice" | "ranking" | "approved" | "scores" | "amount">>

interface FoundList extends FoundAnswer {
  readonly listed: readonly number[]
  readonly amount: number | undefined
}

type ListForm = Exclude<BallotForm, "single" | "scores">

/** Reads the answer to a `choice` ballot in the requested form. Never throws. */
export function readPreference({ form, ...question }: Question & { readonly form: BallotForm }): PreferenceAnswer {
  if (form === "scores") return readScores(question)
  return form === "single" ? readChoice(question) : readList(question, form)
}

/** Reads a list from an object or block, else from the prose. A single choice counts as a list of one. */
function readList(question: Question, form: ListForm): PreferenceAnswer {
  const { text, options } = question
  const names = optionNames(options, wordsOf(question.language), question.topic)
  const lines = replyLines(text)
  const written = markerBlocks(lines, form)
  const blocks = written.flatMap((block) => blockList(block, form, names))
  const found = lastAnswer(blocks, objectLists(lines, form, names), lines)
  if (found) {
    const { reading, listed, amount, confidence, reasoning } = found
    return { reading, ...listFields(listed, form, options), ...withAmount(amount), confidence, reasoning }
  }
  if (written.length > blocks.length) return { reading: "unreadable", text }
  const single = readChoice(question)
  if (single.reading === "structured" || single.reading === "markers") {
    return { ...single, ...listFields([options.indexOf(single.choice)], form, options) }
  }
  const prose = ownProse(lines)
  const noneOrAll = form === "approval" ? approvesNoneOrAll(prose.trim(), names) : undefined
  const affirmed = affirmedOptions(prose, names)
  const inProse = noneOrAll ?? (form === "ranking" ? rankedInProse(prose, names) : affirmed.options)
  if (noneOrAll || (inProse.length > 0 && !(form === "approval" && affirmed.mayNameOthers))) {
    return { reading: "inferred", ...listFields(inProse, form, options), confidence: 45, reasoning: asReasoning(text) }
  }
  // A list that names more than the one that was found is asked for again.
  const named = new Set(textMentions(words(prose), names).map(({ option }) => option))
  return single.reading === "unreadable" || named.size > 1
    ? { reading: "unreadable", text }
    : { ...single, ...listFields([options.indexOf(single.choice)], form, options) }
}

const sections = { ranking: "RANKING", approval: "APPROVED" } as const
const keys = { ranking: "ranking", approval: "approved" } as const

function blockList(block: MarkerBlock, form: ListForm, names: OptionNames): FoundList[] {
  const { doubtful, sections: texts } = block
  const { numbers } = names.language
  const listed = listedOptions(texts.get(sections[form]) ?? "", form, names)
  if (listed === undefined || doubtful) return []
  return [{ ...fromBlock(block, numbers), listed, amount: readNumber(firstLine(texts.get("AMOUNT") ?? ""), numbers) }]
}

function objectLists(
  lines: readonly ReplyLine[],
  form: ListForm,
  names: OptionNames,
): (FoundList & { ownLine: boolean })[] {
  const { numbers } = names.language
  return replyObjects(lines, keys[form]).flatMap((object) => {
    const { fields, value } = object
    const text = Array.isArray(value) ? value.map(plainText).join("\n") : plainText(value)
    const none = form === "approval" && Array.isArray(value) && value.length === 0
    const listed = none ? [] : listedOptions(text, form, names)
    if (listed === undefined) return []
    const [, amount] = [...fields].find(([key]) => amountKey.test(key)) ?? []
    return [{ ...fromObject(object, numbers), listed, amount: parseAmount(amount, numbers) }]
  })
}

function listFields(listed: readonly number[], form: ListForm, options: readonly string[]) {
  const all = [...new Set(listed)].flatMap((index) => options[index] ?? [])
  const [choice] = all
  return {
    ...(choice !== undefined && { choice }),
    ...(form === "ranking" ? { ranking: all } : { approved: all }),
  }
}
