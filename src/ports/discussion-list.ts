import type { Seat, SeatKind } from "../core/discussion/seat.ts"
import type { Status } from "../core/discussion/state.ts"

/** Which discussions to list. */
export interface DiscussionFilter {
  readonly status?: Status | undefined
  readonly format?: string | undefined
  /** Search words; each must be the start of a word in the title, the topic, the outcome or a turn. */
  readonly q?: string | undefined
  readonly projectId?: string | undefined
  readonly sessionId?: string | undefined
  readonly tag?: string | undefined
  readonly pinned?: boolean | undefined
  /** Only archived or only unarchived discussions; both if absent. */
  readonly archived?: boolean | undefined
  readonly limit: number
  /** `next` of the previous page. Throws INPUT_INVALID if it is not one. */
  readonly cursor?: string | undefined
}

/** What people set on a discussion. Not part of its events. */
export interface DiscussionLabels {
  /** Null: the topic is shown instead. */
  readonly title: string | null
  readonly pinned: boolean
  readonly archived: boolean
  readonly tags: readonly string[]
}

/** Where the search words were found. */
export interface SearchHit {
  /** The turn that contains them; null for the title, the topic, the outcome or a comment. */
  readonly turnId: string | null
  readonly excerpt: string
  readonly matches: readonly { readonly start: number; readonly end: number }[]
  readonly cutBefore: boolean
  readonly cutAfter: boolean
}

/** A discussion in a list. Times are ISO 8601 in UTC. */
export interface DiscussionSummary extends DiscussionLabels {
  readonly id: string
  readonly format: string
  readonly topic: string
  /** Also `queued` if it has started but waits for a worker. */
  readonly status: Status
  /** Its position in the queue for a worker; 1 is next. */
  readonly queue?: { readonly place: number }
  readonly round: number
  readonly turns: number
  /** The beginning of its solution; null if there is none (yet). */
  readonly answer: string | null
  readonly agreed: boolean | null
  readonly seats: readonly { readonly id: string; readonly name: string; readonly kind: SeatKind }[]
  readonly projectId: string | null
  readonly sessionId: string | null
  readonly parent: { readonly kind: "fork" | "sub-discussion"; readonly discussionId: string } | null
  /** Null without a search. */
  readonly hit: SearchHit | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** Sorted by name if pseudonyms are used, since the speaking order would reveal who is who. */
export function listedSeats(seats: readonly Seat[], byName: boolean): DiscussionSummary["seats"] {
  const listed = seats.map(({ id, name, kind }) => ({ id, name, kind }))
  return byName ? listed.sort((a, b) => (a.name < b.name ? -1 : 1)) : listed
}

export interface DiscussionListPage {
  readonly discussions: readonly DiscussionSummary[]
  readonly next: string | null
}

/** Lists discussions, newest first, labels and deletes them. */
export interface DiscussionList {
  list(filter: DiscussionFilter): Promise<DiscussionListPage>
  get(discussionId: string): Promise<DiscussionSummary>
  /** Its position in the queue, 1 is next; undefined if it does not wait for a worker. */
  placeOf(discussionId: string): Promise<number | undefined>
  /** Updates the given labels. Throws NOT_FOUND. */
  label(discussionId: string, labels: Partial<DiscussionLabels>): Promise<DiscussionSummary>
  /** Erases all data of a discussion, including the search index. Throws NOT_FOUND. */
  delete(discussionId: string): Promise<void>
}
