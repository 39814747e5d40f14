import { fold } from "../../core/discussion/fold.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { invalidInput } from "../../core/errors.ts"
import { excerpt } from "../../core/text.ts"
import {
  type DiscussionFilter,
  type DiscussionLabels,
  type DiscussionList,
  type DiscussionListPage,
  type DiscussionSummary,
  listedSeats,
  type SearchHit,
} from "../../ports/discussion-list.ts"
import { hitIn } from "../search/hit.ts"
import { findPhrases, type Phrase, phrasesOf } from "../search/search-words.ts"
import type { MemoryDiscussionStore } from "./memory-discussion-store.ts"

const unlabelled: DiscussionLabels = { title: null, pinned: false, archived: false, tags: [] }
const answerLength = 500

/** Lists the discussions of its store. Folds every log for every page, which is enough for one process. */
export class MemoryDiscussionList implements DiscussionList {
  readonly #store: MemoryDiscussionStore
  readonly #labels = new Map<string, DiscussionLabels>()

  constructor(store: MemoryDiscussionStore) {
    this.#store = store
  }

  /** Nothing is queued in memory: every discussion runs at once. */
  async placeOf(): Promise<undefined> {}

  async list(filter: DiscussionFilter): Promise<DiscussionListPage> {
    const { q = "", limit, cursor } = filter
    const phrases = phrasesOf(q)
    const discussions: DiscussionSummary[] = []
    for (let index = this.#from(cursor); index >= 0; index--) {
      if (discussions.length === limit) return { discussions, next: String(index) }
      const { id, at, deleted } = this.#store.created[index]!
      if (deleted) continue
      const events = await this.#store.read(id)
      const state = fold(id, events)
      const labels = this.#labels.get(id) ?? unlabelled
      const hit = q.trim() === "" ? null : findHit(state, labels.title, phrases)
      if (hit !== undefined && matchesFilter(state, labels, filter)) discussions.push(summary(state, at, labels, hit))
    }
    return { discussions, next: null }
  }

  async get(discussionId: string): Promise<DiscussionSummary> {
    const events = await this.#store.read(discussionId)
    const labels = this.#labels.get(discussionId) ?? unlabelled
    return summary(fold(discussionId, events), events[0]!.at, labels, null)
  }

  async label(discussionId: string, labels: Partial<DiscussionLabels>): Promise<DiscussionSummary> {
    const { title, pinned, archived, tags } = await this.get(discussionId)
    this.#labels.set(discussionId, { title, pinned, archived, tags, ...labels })
    return this.get(discussionId)
  }

  async delete(discussionId: string): Promise<void> {
    this.#store.delete(discussionId)
    this.#labels.delete(discussionId)
  }

  #from(cursor: string | undefined): number {
    const { length } = this.#store.created
    if (cursor === undefined) return length - 1
    const index = /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.NaN
    if (index < length) return index
    throw invalidInput([{ field: "cursor", message: "is not a valid cursor; send the `next` of a page unchanged" }])
  }
}

function matchesFilter(
  { status, table }: DiscussionState,
  labels: DiscussionLabels,
  filter: DiscussionFilter,
): boolean {
  const { format, projectId, sessionId, tag, pinned, archived } = filter
  return (
    (filter.status === undefined || status === filter.status) &&
    (format === undefined || table.format.name === format) &&
    (projectId === undefined || table.projectId === projectId) &&
    (sessionId === undefined || table.sessionId === sessionId) &&
    (pinned === undefined || labels.pinned === pinned) &&
    (archived === undefined || labels.archived === archived) &&
    (tag === undefined || labels.tags.includes(tag))
  )
}

/** The first match; undefined if one of the phrases does not occur. */
function findHit(
  { table, outcome, turns, entries }: DiscussionState,
  title: string | null,
  phrases: readonly Phrase[],
): SearchHit | undefined {
  const texts = [
    ...[title, outcome?.solution, table.topic].map((text) => ({ text: text ?? "", turnId: null })),
    ...turns.map(({ content: text, id: turnId }) => ({ text, turnId })),
    ...entries.flatMap((entry) =>
      entry.kind === "interjection" ? [{ text: entry.interjection.content, turnId: null }] : [],
    ),
  ]
  const has = (text: string, phrase: Phrase) => findPhrases(text, [phrase]).length > 0
  if (phrases.length === 0 || !phrases.every((phrase) => texts.some(({ text }) => has(text, phrase)))) return undefined
  const found = texts.find(({ text }) => findPhrases(text, phrases).length > 0)!
  return hitIn(found.text, phrases, found.turnId)
}

function summary(
  { id, table, status, round, turns, outcome, updatedAt }: DiscussionState,
  at: number,
  labels: DiscussionLabels,
  hit: SearchHit | null,
): DiscussionSummary {
  return {
    id,
    format: table.format.name,
    topic: table.topic,
    status,
    round: round?.number ?? 0,
    turns: turns.length,
    answer: outcome?.solution === undefined ? null : excerpt(outcome.solution, answerLength),
    agreed: outcome?.agreed ?? null,
    ...labels,
    seats: listedSeats(table.seats, table.secret !== undefined),
    projectId: table.projectId ?? null,
    sessionId: table.sessionId ?? null,
    parent: table.parent ? { kind: table.parent.kind, discussionId: table.parent.discussionId } : null,
    hit,
    createdAt: new Date(at).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
}
