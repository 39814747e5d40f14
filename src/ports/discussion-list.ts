import type { Status } from "../core/discussion/state.ts"

export interface DiscussionFilter {
  readonly status?: Status | undefined
  /** The name of a format. */
  readonly format?: string | undefined
  /** Words that the topic must have, in any case. */
  readonly q?: string | undefined
  readonly projectId?: string | undefined
  readonly limit: number
  /** `next` of the page before. Throws INPUT_INVALID where it is none. */
  readonly cursor?: string | undefined
}

/** A discussion in a list. Times are ISO 8601 in UTC. */
export interface DiscussionSummary {
  readonly id: string
  readonly format: string
  readonly topic: string
  readonly status: Status
  readonly round: number
  readonly projectId: string | null
  /** What it is a fork or a sub-discussion of. */
  readonly parent: { readonly kind: "fork" | "sub-discussion"; readonly discussionId: string } | null
  readonly createdAt: string
  readonly updatedAt: string
}

export interface DiscussionPage {
  readonly discussions: readonly DiscussionSummary[]
  readonly next: string | null
}

/** Finds discussions; newest first. */
export interface DiscussionList {
  list(filter: DiscussionFilter): Promise<DiscussionPage>
}
