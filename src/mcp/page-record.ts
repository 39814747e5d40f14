import type { DecisionRecord } from "../core/discussion/decision-record.ts"
import { cutToTokens, upperTokenEstimate } from "./fit.ts"

const listParts = [
  "why",
  "dissent",
  "findings",
  "unanswered",
  "wouldChange",
  "nextSteps",
  "agreedOn",
  "contradictions",
  "singlePoints",
  "blindSpots",
  "leftOut",
] as const satisfies readonly (keyof DecisionRecord)[]

type ListPart = (typeof listParts)[number]
type Item = DecisionRecord[ListPart][number]

/** What the names of the lists and the rest around their items take. */
const frameTokens = 120

/** A record with as many items as fit, from one on, counted from 1 through all lists; at least one. */
export function pageRecord(record: DecisionRecord, maxTokens: number, from: number) {
  const answer = cutToTokens(record.answer, Math.max(30, maxTokens / 3))
  const items = listParts.flatMap((part) => record[part].map((item: Item) => ({ part, item })))
  const page: Partial<Record<ListPart, Item[]>> = {}
  let left = maxTokens - upperTokenEstimate(answer) - frameTokens
  let shortened = answer !== record.answer
  let next = from - 1
  for (; next < items.length; next++) {
    const { part, item } = items[next]!
    const cost = tokensOf(item)
    const isFirst = next === from - 1
    if (cost > left && !isFirst) break
    const shown = cost > left ? cutItem(item, left) : item
    shortened ||= shown !== item
    left -= tokensOf(shown)
    page[part] = [...(page[part] ?? []), shown]
  }
  const lists = Object.fromEntries(listParts.map((part) => [part, page[part] ?? []]))
  const shown = { ...record, ...lists, answer } as DecisionRecord
  return { record: shown, nextItem: next < items.length ? next + 1 : null, shortened }
}

/** JSON's own signs count too, the more so in the text that repeats it. */
function tokensOf(item: Item): number {
  return upperTokenEstimate(JSON.stringify(item)) + 10
}

/** An item that fills more than a page: its texts cut, and quotations left out, since half of one would not be what was said. */
function cutItem(item: Item, maxTokens: number): Item {
  const text = (value: string) => cutToTokens(value, Math.max(15, maxTokens / 4))
  if (typeof item === "string") return text(item)
  const cut = Object.entries(item).map(([key, value]) => {
    if (key === "citations") return [key, withoutQuotes(value as Citations)]
    return [key, typeof value === "string" ? text(value) : value]
  })
  return Object.fromEntries(cut) as Item
}

type Citations = DecisionRecord["why"][number]["citations"]

function withoutQuotes(citations: Citations): Citations {
  return citations.map(({ turn, seat }) => ({ turn, seat }))
}
