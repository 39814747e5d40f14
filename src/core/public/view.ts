import type { Status } from "../discussion/state.ts"
import type { TokenUsage } from "../discussion/usage.ts"
import type {
  PublicBallot,
  PublicDiscussion,
  PublicEventData,
  PublicInterjection,
  PublicOutcome,
  PublicRecord,
  PublicSeat,
  PublicSubDiscussion,
  PublicTurn,
} from "./types.ts"

export { defaultAbortReason, isOver } from "../discussion/state.ts"
export { recordWords } from "../languages/record-words.ts"

/** Whether it was settled: by an agreement, a vote, or whoever was to decide. A check mark stands for nothing else. */
export function isDecided(outcome: PublicOutcome | undefined): boolean {
  const { kind } = outcome?.decidedBy ?? {}
  return kind === "agreement" || kind === "ballot" || kind === "judge" || kind === "chair"
}

export interface SeatAtTable extends PublicSeat {
  /** Its place at the table from 0, which gives its colour. */
  readonly place: number
  /** The round from which a seat that joined takes part. */
  readonly fromRound?: number
  readonly hasLeft?: true
  /** The model that stands in for its own for the rest of the discussion. */
  readonly modelOverride?: string
}

type AwaitedInput = PublicEventData["awaiting_input"]

/** Something a seat has been asked and has not answered yet; of a person or outside agent also what exactly. */
export interface PublicOpenCall extends Pick<AwaitedInput, "question" | "form" | "options" | "mayPass" | "example"> {
  readonly id: string
  readonly purpose: AwaitedInput["purpose"]
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
  readonly reason: PublicEventData["turn_retried"]["reason"]
  readonly modelId?: string
  readonly message?: string
  /** How long it waits first; absent where it does not. */
  readonly delayMs?: number
}

export interface TurnItem {
  readonly kind: "turn"
  readonly key: string
  readonly seat: string
  readonly roundNumber: number
  readonly purpose: PublicTurn["purpose"]
  /** `dropped`: the discussion ended while it was being spoken, and none of it counts. */
  readonly state: "speaking" | "said" | "passed" | "skipped" | "dropped"
  readonly startedAt: string
  readonly attempt: number
  readonly modelId: string | undefined
  readonly retries: readonly Retry[]
  readonly isInterrupted: boolean
  readonly turn?: PublicTurn
  readonly skip?: Pick<PublicEventData["turn_skipped"], "because" | "abortsRound"> & { readonly message: string }
}

export interface BallotItem {
  readonly kind: "ballot"
  readonly key: string
  readonly ballot: PublicBallot
  readonly retries: readonly Retry[]
}

export interface RoundItem {
  readonly kind: "round"
  readonly key: string
  readonly number: number
  readonly order: readonly string[]
  readonly isParallel: boolean
  readonly summary?: PublicEventData["round_completed"]["round"]
}

export interface InterjectionItem {
  readonly kind: "interjection"
  readonly key: string
  readonly interjection: PublicInterjection
}

export interface SubDiscussionItem {
  readonly kind: "sub-discussion"
  readonly key: string
  readonly discussionId: string
  readonly by: string | null
  readonly seats: readonly string[]
  readonly topic: string
  readonly status: PublicSubDiscussion["status"]
}

/** Something worth a quiet line. */
export type Note =
  | { readonly is: "joined"; readonly seat: string; readonly fromRound: number }
  | { readonly is: "left"; readonly seat: string }
  | { readonly is: "chosen"; readonly seat: string; readonly by: string }
  | { readonly is: "paused"; readonly reason: PublicEventData["discussion_paused"]["reason"] }
  | { readonly is: "resumed" }
  | { readonly is: "forked"; readonly discussionId: string; readonly atTurn: string | null }
  | { readonly is: "closing" }
  /** How new a round was could not be measured by this model: its words said it. */
  /** An embedding model failed, so words are compared instead; told once. */
  | { readonly is: "unmeasured"; readonly modelId: string; readonly message: string }
  | { readonly is: "memory"; readonly seat: string; readonly dropped: number }
  | { readonly is: "history"; readonly dropped: number }
  | {
      readonly is: "budget"
      readonly of: PublicEventData["budget_warning"]["of"]
      readonly used: number
      readonly limit: number
    }

export interface NoteItem {
  readonly kind: "note"
  readonly key: string
  readonly note: Note
  readonly at: string
}

interface EndItem {
  readonly kind: "end"
  readonly key: "end"
}

/**
 * One row of the transcript. They stand in the order of the record: what is said while a turn or a ballot is under way
 * stands before it, since it was there first.
 */
export type Item = TurnItem | BallotItem | RoundItem | InterjectionItem | SubDiscussionItem | NoteItem | EndItem

/** The words so far of a turn that is being spoken, in the attempt that counts. */
export interface LiveText {
  readonly attempt: number
  readonly text: string
}

/** The stage of a round that is under way. */
interface RoundProgress {
  readonly number: number
  readonly order: readonly string[]
  readonly isParallel: boolean
  /** How many of the order have had their turn. */
  readonly settled: number
  /** A turn could not be had, so no more follow in this round. */
  readonly isAborted: boolean
  /** Turns of a parallel stage that have ended; they join the record together, once all have spoken. */
  readonly heldBack: readonly string[]
}

/** Where a seat stands now, by its own stance or its open vote among options. */
export interface SeatStance {
  readonly position: string
  /** From 0 to 100; absent where it did not say. */
  readonly confidence?: number
  /** What says so: a turn, or a ballot. */
  readonly source: { readonly turnId: string } | { readonly ballotId: string }
  readonly roundNumber: number
}

/** A change of mind: "Ash → staged, after Cedar's t14". */
export interface Move {
  readonly seat: string
  readonly from: string
  readonly to: string
  readonly roundNumber: number
  readonly source: SeatStance["source"]
  /** The turn that it answers, else the last one that it had heard from another. */
  readonly after?: { readonly turnId: string; readonly seat: string }
}

/** A discussion as everyone may see it: what its public events come to. */
export interface DiscussionView {
  readonly topic: string
  readonly format: string
  readonly language: string
  readonly decision: PublicDiscussion["decision"]
  readonly budget: PublicDiscussion["budget"]
  readonly parent: PublicEventData["discussion_created"]["parent"]
  /** The settings in force; undefined before it has started. */
  readonly options: PublicDiscussion["options"] | undefined
  readonly status: Status
  readonly isPaused: boolean
  readonly seats: readonly SeatAtTable[]
  readonly round: RoundProgress | undefined
  readonly items: readonly Item[]
  /** Words of turns being spoken, by turn. Kept apart so that a chunk changes nothing else. */
  readonly live: Readonly<Record<string, LiveText>>
  readonly open: readonly PublicOpenCall[]
  /** By seat; seats that have not said it are not in it. */
  readonly stances: Readonly<Record<string, SeatStance>>
  /** The oldest first. */
  readonly moves: readonly Move[]
  /** By seat; what embeddings have used stands under the name of their model, which no seat can have. */
  readonly usage: Readonly<Record<string, TokenUsage>>
  readonly startedAt: string | undefined
  readonly endedAt: string | undefined
  readonly outcome: PublicOutcome | undefined
  readonly record: PublicRecord | undefined
  /** Why there is no record although one was asked for. */
  readonly recordFailure: string | undefined
  readonly error: PublicEventData["discussion_error"]["error"] | undefined
  /** Why it was stopped, in the words of whoever did. */
  readonly abortReason: string | undefined
}

export const emptyView: DiscussionView = {
  topic: "",
  format: "",
  language: "en",
  decision: { options: [] },
  budget: {},
  parent: undefined,
  options: undefined,
  status: "queued",
  isPaused: false,
  seats: [],
  round: undefined,
  items: [],
  live: {},
  open: [],
  stances: {},
  moves: [],
  usage: {},
  startedAt: undefined,
  endedAt: undefined,
  outcome: undefined,
  record: undefined,
  recordFailure: undefined,
  error: undefined,
  abortReason: undefined,
}
