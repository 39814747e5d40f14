import type { Clock } from "./clock.ts"

/** How work is made to leave: at once, or as soon as it can without losing anything. */
export interface LeaveSignals {
  readonly now: AbortSignal
  readonly soon: AbortSignal
}

export interface DiscussionJob {
  readonly organisationId: string
  readonly discussionId: string
}

/** Where a run left its discussion. */
export interface RunEnd {
  /** The number of the last event it knew of. */
  readonly seq: number
  /** When it is to be run again although nobody says anything. */
  readonly wakeAt?: number
}

export interface RunWork {
  /** How many discussions run at once in this process. */
  readonly concurrency: number
  /** Runs a discussion to its next wait. */
  readonly run: (job: DiscussionJob, leave: LeaveSignals) => Promise<RunEnd>
  /** Deals with a run that failed; throws where that is not possible now, and then it is run again later. */
  readonly onFailure: (job: DiscussionJob, error: unknown) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Sees to it that discussions with something to do are run, by this process or another, whoever dies. */
export interface DiscussionRuns {
  /** How many discussions this process runs now. */
  readonly size: number
  /** Has this process run discussions, beginning with those that a dead one left. */
  work(work: RunWork): Promise<void>
  /** Lets what is being said be said for as long as given, and hands the rest over. */
  stop(graceMs: number): Promise<void>
}

export interface MemberJob {
  readonly organisationId: string
  readonly promptId: string
}

export interface MemberWork {
  /** Called again where it throws, and after a crash: once more must be harmless. */
  readonly answer: (job: MemberJob, signal: AbortSignal) => Promise<void>
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** Sees to it that the squad's model members answer every prompt, by this process or another, whoever dies. */
export interface MemberAnswers {
  /** Has this process answer. */
  work(work: MemberWork): Promise<void>
  stop(graceMs: number): Promise<void>
}
