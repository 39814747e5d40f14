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

/** True if the discussion ended with a decision: by agreement, ballot, judge or chair. */
export function isDecided(outcome: PublicOutcome | undefined): boolean {
  const { kind } = outcome?.decidedBy ?? {}
  return kind === "agreement" || kind === "ballot" || kind === "judge" || kind === "chair"
}

export interface SeatAtTable extends PublicSeat {
  /** Position at the table, from 0; determines the colour. */
  readonly place: number
  /** For a seat that joined later: its first round. */
  readonly fromRound?: number
  readonly hasLeft?: true
  /** The fallback model that replaces its own for the rest of the discussion. */
  readonly modelOverride?: string
}

type AwaitedInput = PublicEventData["awaiting_input"]

/** An unanswered question to a seat. For people and outside agents, with the question's details. */
export interface PublicOpenCall extends Pick<AwaitedInput, "question" | "form" | "options" | "mayPass" | "example"> {
  readonly id: string
  readonly purpose: AwaitedInput["purpose"]
  readonly seat: string
  readonly isAwaited: boolean
  /** ISO time; absent if there is no time limit. */
  readonly until?: string
  /** For a chair: the seats to choose the next speaker from. */
  readonly candidates?: readonly string[]
}

export interface Retry {
  readonly seat: string
  readonly attempt: number
  readonly reason: PublicEventData["turn_retried"]["reason"]
  readonly modelId?: string
  readonly message?: string
  /** Delay before the retry; absent if there is none. */
  readonly delayMs?: number
}

export interface TurnItem {
  readonly kind: "turn"
  readonly key: string
  readonly seat: string
  readonly roundNumber: number
  readonly purpose: PublicTurn["purpose"]
  /** `dropped`: the discussion ended during the turn, which does not count. */
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

/** A minor occurrence, shown as a single line. */
export type Note =
  | { readonly is: "joined"; readonly seat: string; readonly fromRound: number }
  | { readonly is: "left"; readonly seat: string }
  | { readonly is: "chosen"; readonly seat: string; readonly by: string }
  | { readonly is: "paused"; readonly reason: PublicEventData["discussion_paused"]["reason"] }
  | { readonly is: "resumed" }
  | { readonly is: "forked"; readonly discussionId: string; readonly atTurn: string | null }
  | { readonly is: "closing" }
  /** An embedding model failed, so texts are compared by their words; noted once per model. */
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

/** A row of the transcript, in the order of the record: an interjection comes before the turn that it interrupts. */
export type Item = TurnItem | BallotItem | RoundItem | InterjectionItem | SubDiscussionItem | NoteItem | EndItem

/** The text so far of a turn in progress, from its current attempt. */
export interface LiveText {
  readonly attempt: number
  readonly text: string
}

/** The current stage of the current round. */
interface RoundProgress {
  readonly number: number
  readonly order: readonly string[]
  readonly isParallel: boolean
  /** Number of seats in `order` that have had their turn. */
  readonly settled: number
  /** A turn failed, so the round ends early. */
  readonly isAborted: boolean
  /** Ended turns of a parallel stage; they join the record together, once all have ended. */
  readonly heldBack: readonly string[]
}

/** A seat's current position, from its own stance or its open vote among options. */
export interface SeatStance {
  readonly position: string
  /** 0 to 100; absent if the seat stated none. */
  readonly confidence?: number
  /** The turn or ballot that it comes from. */
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
  /** The turn that it responds to, otherwise the last turn that the seat had heard. */
  readonly after?: { readonly turnId: string; readonly seat: string }
}

/** The public state of a discussion, reduced from its public events. */
export interface DiscussionView {
  readonly topic: string
  readonly format: string
  readonly language: string
  readonly decision: PublicDiscussion["decision"]
  readonly budget: PublicDiscussion["budget"]
  readonly parent: PublicEventData["discussion_created"]["parent"]
  /** The effective settings; undefined before the start. */
  readonly options: PublicDiscussion["options"] | undefined
  readonly status: Status
  readonly isPaused: boolean
  readonly seats: readonly SeatAtTable[]
  readonly round: RoundProgress | undefined
  readonly items: readonly Item[]
  /** Text of turns in progress, by turn id. Separate from `items` so that a chunk changes nothing else. */
  readonly live: Readonly<Record<string, LiveText>>
  readonly open: readonly PublicOpenCall[]
  /** By seat; only seats that stated a position. */
  readonly stances: Readonly<Record<string, SeatStance>>
  /** Oldest first. */
  readonly moves: readonly Move[]
  /** By seat. Embeddings are counted under their model's id, which no seat can have. */
  readonly usage: Readonly<Record<string, TokenUsage>>
  readonly startedAt: string | undefined
  readonly endedAt: string | undefined
  readonly outcome: PublicOutcome | undefined
  readonly record: PublicRecord | undefined
  /** Why a requested record could not be written. */
  readonly recordFailure: string | undefined
  readonly error: PublicEventData["discussion_error"]["error"] | undefined
  /** The reason given for the abort. */
  readonly abortReason: string | undefined
}

/** The view before the first event. */
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
