import type { LiveEvent } from "../core/discussion/event.ts"
import type { Outcome } from "../core/discussion/outcome.ts"
import type { PublicSeat } from "../core/discussion/seat.ts"
import type { Status } from "../core/discussion/state.ts"
import type { Parent } from "../core/discussion/table.ts"
import type { Turn } from "../core/discussion/turn.ts"
import type { TokenUsage } from "../core/discussion/usage.ts"
import type { SeatInput } from "../core/formats/discussion-input.ts"
import type { ForkComparison } from "../core/reporting/compare-forks.ts"
import type { ForkChanges } from "../core/steering/fork.ts"
import type { DiscussionInput } from "../core/tables/asked.ts"
import type { DiscussionFilter, DiscussionPage } from "../ports/discussion-list.ts"
import type { ApiKey, Organisation, Scope } from "../ports/key-store.ts"
import type { PostedPrompt, SquadPrompt } from "../ports/squad-store.ts"
import type { AnswerPromptInput, ListPromptsInput, PostPromptInput, PromptDetail } from "../squad/index.ts"

/** A discussion as everyone may see it; the part of it that is shown in a terminal. */
export interface ShownDiscussion {
  readonly id: string
  readonly topic: string
  readonly format: string
  readonly language: string
  readonly status: Status
  readonly round: number
  readonly seq: number
  readonly seats: readonly PublicSeat[]
  /** Ids of seats whose words are waited for. */
  readonly waitingFor: readonly string[]
  /** What it is a fork of. */
  readonly parent: Parent | null
  readonly turns: readonly Pick<Turn, "id" | "role" | "roundNumber" | "content">[]
  readonly ballots: readonly unknown[]
  readonly outcome: Outcome | null
  readonly usage: { readonly total: TokenUsage }
}

/** An event as everyone may see it: times within its data are ISO 8601, and nobody's briefing is in it. */
export type SeenEvent =
  | Exclude<LiveEvent, { readonly type: "discussion_created" }>
  | {
      readonly type: "discussion_created"
      readonly seq: number
      readonly at: number
      readonly data: { readonly language: string }
    }

export interface FoundModels {
  readonly providers: readonly {
    readonly name: string
    readonly ready: boolean
    readonly missing?: string
    readonly baseUrl?: string
    readonly problem?: string
  }[]
  readonly models: readonly {
    readonly id: string
    readonly provider: string
    readonly note?: string
    readonly suggested?: true
  }[]
}

export const exportForms = ["md", "json", "html"] as const
export type ExportForm = (typeof exportForms)[number]

export interface Following {
  /** Begin after this event. */
  readonly after?: number
  readonly signal?: AbortSignal
}

/** What commands work through. Other processes may be at work on the same discussions. */
export interface Doors {
  /** Whether any process, this one or another, runs discussions now. */
  hasWorkers(): Promise<boolean>
  list(filter: DiscussionFilter): Promise<DiscussionPage>
  discussion(id: string): Promise<ShownDiscussion>
  export(id: string, form: ExportForm): Promise<string>
  /** Sets up a discussion and starts it; gives its id. */
  discuss(input: DiscussionInput, sessionId?: string): Promise<string>
  /** Everything that happens, to the end. */
  follow(id: string, following?: Following): AsyncIterable<SeenEvent>
  say(id: string, content: string, seat?: string): Promise<void>
  interject(id: string, author: string, content: string): Promise<void>
  /** Steering gives the discussion as it stands then: who holds it may be gone a moment later. */
  pause(id: string): Promise<ShownDiscussion>
  resume(id: string): Promise<ShownDiscussion>
  abort(id: string): Promise<ShownDiscussion>
  /** Cuts off the turn being spoken, or the one that is meant. */
  interrupt(id: string, turn?: string): Promise<ShownDiscussion>
  join(id: string, seat: SeatInput): Promise<ShownDiscussion>
  leave(id: string, seat: string): Promise<ShownDiscussion>
  /** Begins a new discussion from a turn of this one; gives its id. */
  fork(id: string, atTurn: string | number, changes: ForkChanges): Promise<string>
  compare(a: string, b: string): Promise<ForkComparison>
  models(): Promise<FoundModels>
  readonly squad: SquadDoor
  readonly keys: KeyDoor
  close(): Promise<void>
}

export interface SquadDoor {
  ask(input: PostPromptInput): Promise<PostedPrompt>
  /** As soon as it is ready, or as it stands after so many seconds. */
  wait(promptId: string, seconds: number, signal?: AbortSignal): Promise<PromptDetail>
  answer(input: Omit<AnswerPromptInput, "idempotencyKey">): Promise<{ readonly prompt: SquadPrompt }>
  prompts(input: ListPromptsInput): Promise<readonly SquadPrompt[]>
}

export interface KeyDoor {
  organisations(): Promise<readonly Organisation[]>
  createOrganisation(name: string): Promise<Organisation>
  create(key: {
    readonly organisationId: string
    readonly name: string
    readonly scope: Scope
  }): Promise<ApiKey & { readonly key: string }>
  list(): Promise<readonly ApiKey[]>
  revoke(id: string): Promise<ApiKey>
}
