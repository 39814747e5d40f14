import type { Seat, SeatKind } from "../core/discussion/seat.ts"
import type { Status } from "../core/discussion/state.ts"

export interface DiscussionFilter {
  readonly status?: Status | undefined
  readonly format?: string | undefined
  /** Words, each of which the title, the topic, the outcome or a turn must have, or a longer one that begins with it. */
  readonly q?: string | undefined
  readonly projectId?: string | undefined
  readonly sessionId?: string | undefined
  readonly tag?: string | undefined
  readonly pinned?: boolean | undefined
  /** Only those that are archived, or that are not; both where it is not said. */
  readonly archived?: boolean | undefined
  readonly limit: number
  /** `next` of the page before. Throws INPUT_INVALID where it is none. */
  readonly cursor?: string | undefined
}

/** What people note about a discussion. It is no part of its events. */
export interface DiscussionLabels {
  /** The name it was given; null where it goes by its topic. */
  readonly title: string | null
  readonly pinned: boolean
  readonly archived: boolean
  readonly tags: readonly string[]
}

/** Where the words that were searched for stand. */
export interface SearchHit {
  /** The turn that has them; null in the title, the topic, the outcome or a comment. */
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
  /** `queued` also where it runs, but waits for a worker. */
  readonly status: Status
  /** Where it waits for a worker: its place, 1 is next. */
  readonly queue?: { readonly place: number }
  readonly round: number
  readonly turns: number
  /** The first words of its solution; null where there is none, or none yet. */
  readonly answer: string | null
  readonly agreed: boolean | null
  readonly seats: readonly { readonly id: string; readonly name: string; readonly kind: SeatKind }[]
  readonly projectId: string | null
  readonly sessionId: string | null
  readonly parent: { readonly kind: "fork" | "sub-discussion"; readonly discussionId: string } | null
  /** Null where nothing was searched for. */
  readonly hit: SearchHit | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** By name where pseudonyms are used: in the order in which they speak they would tell who is who. */
export function listedSeats(seats: readonly Seat[], byName: boolean): DiscussionSummary["seats"] {
  const listed = seats.map(({ id, name, kind }) => ({ id, name, kind }))
  return byName ? listed.sort((a, b) => (a.name < b.name ? -1 : 1)) : listed
}

export interface DiscussionListPage {
  readonly discussions: readonly DiscussionSummary[]
  readonly next: string | null
}

/** Finds discussions, newest first; labels them, and deletes them. */
export interface DiscussionList {
  list(filter: DiscussionFilter): Promise<DiscussionListPage>
  get(discussionId: string): Promise<DiscussionSummary>
  /** How many are to be run before it, and itself; undefined where it does not wait for a worker. */
  placeOf(discussionId: string): Promise<number | undefined>
  /** Changes the labels that are given and leaves the others. Throws NOT_FOUND. */
  label(discussionId: string, labels: Partial<DiscussionLabels>): Promise<DiscussionSummary>
  /** Erases all that is stored of a discussion, its words in the index of words too. Throws NOT_FOUND. */
  delete(discussionId: string): Promise<void>
}
