import type { EventData } from "../../../../../src/core/discussion/event.ts"
import type { Ballot, Discussion, DiscussionStatus, Outcome, Seat, Turn, Usage } from "../../../api/discussions.ts"
import type { WireData } from "./wire-event.ts"

export interface SeatAtTable extends Seat {
  /** Its place at the table from 0, which gives its colour. */
  readonly place: number
  /** The round from which a seat that joined takes part. */
  readonly fromRound?: number
  readonly hasLeft?: true
  /** The model that stands in for its own for the rest of the discussion. */
  readonly standIn?: string
}

/** Something a seat has been asked and has not answered yet. */
export interface OpenCall {
  readonly id: string
  readonly purpose: EventData["awaiting_input"]["purpose"]
  readonly seat: string
  readonly isAwaited: boolean
  /** ISO; absent: for as long as it takes. */
  readonly until?: string
  /** Of a chair: among whom the next speaker is chosen. */
  readonly candidates?: readonly string[]
}

export interface Retry {
  readonly seat: string
  readonly attempt: number
  readonly reason: EventData["turn_retried"]["reason"]
  readonly modelId?: string
  readonly message?: string
}

export interface TurnItem {
  readonly kind: "turn"
  readonly key: string
  readonly seat: string
  readonly roundNumber: number
  readonly purpose: Turn["purpose"]
  /** `dropped`: the discussion ended while it was being spoken, and none of it counts. */
  readonly state: "speaking" | "said" | "passed" | "skipped" | "dropped"
  readonly startedAt: string
  readonly attempt: number
  readonly modelId: string | undefined
  readonly retries: readonly Retry[]
  readonly isInterrupted: boolean
  readonly turn?: Turn
  readonly skip?: Pick<EventData["turn_skipped"], "because" | "abortsRound"> & { readonly message: string }
}

export interface BallotItem {
  readonly kind: "ballot"
  readonly key: string
  readonly ballot: Ballot
  readonly retries: readonly Retry[]
}

export interface RoundItem {
  readonly kind: "round"
  readonly key: string
  readonly number: number
  readonly order: readonly string[]
  readonly isParallel: boolean
  readonly summary?: EventData["round_completed"]["round"]
}

export interface InterjectionItem {
  readonly kind: "interjection"
  readonly key: string
  readonly interjection: Discussion["interjections"][number]
}

export interface SubDiscussionItem {
  readonly kind: "sub-discussion"
  readonly key: string
  readonly discussionId: string
  readonly by: string | null
  readonly seats: readonly string[]
  readonly topic: string
  readonly status: string
}

/** Something worth a quiet line. */
export type Note =
  | { readonly is: "joined"; readonly seat: string; readonly fromRound: number }
  | { readonly is: "left"; readonly seat: string }
  | { readonly is: "chosen"; readonly seat: string; readonly by: string }
  | { readonly is: "paused"; readonly reason: WireData["discussion-paused"]["reason"] }
  | { readonly is: "resumed" }
  | { readonly is: "forked"; readonly discussionId: string; readonly atTurn: string | null }
  | { readonly is: "closing" }
  | { readonly is: "memory"; readonly seat: string; readonly dropped: number }
  | { readonly is: "history"; readonly dropped: number }
  | {
      readonly is: "budget"
      readonly of: WireData["budget-warning"]["of"]
      readonly used: number
      readonly limit: number
    }

export interface NoteItem {
  readonly kind: "note"
  readonly key: string
  readonly note: Note
  readonly at: string
}

export interface EndItem {
  readonly kind: "end"
  readonly key: "end"
}

/** One row of the transcript. Rows are only ever added at the end or changed where they are. */
export type Item = TurnItem | BallotItem | RoundItem | InterjectionItem | SubDiscussionItem | NoteItem | EndItem

/** What has been heard of a turn that is being spoken, in the attempt that counts. */
export interface LiveText {
  readonly attempt: number
  readonly text: string
}

/** Everything that the page shows of a discussion: the fold of the events that came over the wire. */
export interface DiscussionView {
  readonly topic: string
  readonly format: string
  readonly language: string
  readonly options: readonly string[]
  readonly budget: Discussion["budget"]
  readonly parent: WireData["discussion-created"]["parent"]
  readonly settings: Discussion["settings"] | undefined
  readonly status: DiscussionStatus
  readonly isPaused: boolean
  readonly seats: readonly SeatAtTable[]
  readonly round:
    | { readonly number: number; readonly order: readonly string[]; readonly isParallel: boolean }
    | undefined
  readonly items: readonly Item[]
  /** Words of turns being spoken, by turn. Kept apart so that a chunk changes nothing else. */
  readonly live: Readonly<Record<string, LiveText>>
  readonly open: readonly OpenCall[]
  readonly usage: Readonly<Record<string, Usage>>
  readonly startedAt: string | undefined
  readonly endedAt: string | undefined
  readonly outcome: Outcome | undefined
  readonly error: WireData["discussion-error"]["error"] | undefined
}

export const emptyView: DiscussionView = {
  topic: "",
  format: "",
  language: "en",
  options: [],
  budget: {},
  parent: undefined,
  settings: undefined,
  status: "queued",
  isPaused: false,
  seats: [],
  round: undefined,
  items: [],
  live: {},
  open: [],
  usage: {},
  startedAt: undefined,
  endedAt: undefined,
  outcome: undefined,
  error: undefined,
}

export function isOver(status: DiscussionStatus): boolean {
  return status === "completed" || status === "failed" || status === "aborted"
}
