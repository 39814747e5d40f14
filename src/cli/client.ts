import type { SeatInput } from "../core/formats/discussion-input.ts"
import type { PublicDiscussion, PublicEvent } from "../core/public/types.ts"
import type { ForkComparison } from "../core/reporting/compare-forks.ts"
import type { ForkChanges } from "../core/steering/create-fork.ts"
import type { DiscussionInput } from "../core/tables/discussion-request.ts"
import type { DiscussionFilter, DiscussionPage } from "../ports/discussion-list.ts"
import type { ApiKey, Organisation, Scope } from "../ports/key-store.ts"
import type { PostedPrompt, SquadPrompt } from "../ports/squad-store.ts"
import type { AnswerPromptInput, ListPromptsInput, PostPromptInput, PromptDetail } from "../squad/index.ts"

export interface ModelListing {
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

export const exportFormats = ["md", "json", "html"] as const
export type ExportFormat = (typeof exportFormats)[number]

export interface ClientFollowOptions {
  /** Begin after this event. */
  readonly after?: number
  readonly signal?: AbortSignal
}

/** What commands work through: the database of this process, or the server that holds it. */
export interface Client {
  /** The server that is asked; null where this process has the database itself. */
  readonly address: string | null
  /** Other processes may be at work on these discussions. */
  readonly shared: boolean
  list(filter: DiscussionFilter): Promise<DiscussionPage>
  discussion(id: string): Promise<PublicDiscussion>
  export(id: string, form: ExportFormat): Promise<string>
  /** Sets up a discussion and starts it; gives its id. */
  discuss(input: DiscussionInput, sessionId?: string): Promise<string>
  /** Everything that happens, to the end. */
  follow(id: string, following?: ClientFollowOptions): AsyncIterable<PublicEvent>
  say(id: string, content: string, seat?: string): Promise<void>
  interject(id: string, author: string, content: string): Promise<void>
  /** Steering gives the discussion as it stands then: who holds it may be gone a moment later. */
  pause(id: string): Promise<PublicDiscussion>
  resume(id: string): Promise<PublicDiscussion>
  abort(id: string): Promise<PublicDiscussion>
  /** Cuts off the turn being spoken, or the one that is meant. */
  interrupt(id: string, turn?: string): Promise<PublicDiscussion>
  join(id: string, seat: SeatInput): Promise<PublicDiscussion>
  leave(id: string, seat: string): Promise<PublicDiscussion>
  /** Begins a new discussion from a turn of this one; gives its id. */
  fork(id: string, atTurn: string | number, changes: ForkChanges): Promise<string>
  compare(a: string, b: string): Promise<ForkComparison>
  models(): Promise<ModelListing>
  readonly squad: SquadClient
  readonly keys: KeyClient
  close(): Promise<void>
}

export interface SquadClient {
  ask(input: PostPromptInput): Promise<PostedPrompt>
  /** As soon as it is ready, or as it stands after so many seconds. */
  wait(promptId: string, seconds: number, signal?: AbortSignal): Promise<PromptDetail>
  answer(input: Omit<AnswerPromptInput, "idempotencyKey">): Promise<{ readonly prompt: SquadPrompt }>
  prompts(input: ListPromptsInput): Promise<readonly SquadPrompt[]>
}

export interface KeyClient {
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
