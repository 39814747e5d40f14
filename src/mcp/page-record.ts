import { type DecisionRecord, type RecordPart, recordParts } from "../core/discussion/decision-record.ts"
import { cutToTokens, upperTokenEstimate } from "./fit.ts"

type ListPart = Exclude<RecordPart, "answer"> | "leftOut"
const listParts: readonly ListPart[] = [...recordParts.filter((part) => part !== "answer"), "leftOut"]
type Item = DecisionRecord[ListPart][number]

/** Estimated tokens of the JSON around the items. */
const frameTokens = 120

/** A page of a record: as many items as fit, at least one, starting at item `from` (1-based, across all lists). */
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

/** Includes the overhead of JSON, which is escaped once more in the text content. */
function tokensOf(item: Item): number {
  return upperTokenEstimate(JSON.stringify(item)) + 10
}

/** Shortens an item that exceeds a page. Quotations are dropped, since a cut one would misquote. */
function cutItem(item: Item, maxTokens: number): Item {
  const text = (value: string) => cutToTokens(value, Math.max(15, maxTokens / 4))
  if (typeof item === "string") return text(item)
  const cut = Object.entries(item).map(([key, value]) => {
    if (key === "citations") return [key, (value as Citations).map(({ turn, seat }) => ({ turn, seat }))]
    return [key, typeof value === "string" ? text(value) : value]
  })
  return Object.fromEntries(cut) as Item
}

type Citations = DecisionRecord["why"][number]["citations"]
