import type { Clock } from "./clock.ts"

/** How work is made to leave: at once, or as soon as it can without losing anything. */
export interface StopSignals {
  readonly now: AbortSignal
  readonly soon: AbortSignal
}

export interface DiscussionJob {
  readonly organisationId: string
  readonly discussionId: string
  /** Among whom workers are shared: the key that started it, or else its organisation. */
  readonly owner?: string | undefined
  /** Set where it has held up a process before. */
  readonly heldUp?: HeldUp | undefined
}

/** How often a discussion has held up the process that ran it, and for how long at most. */
export interface HeldUp {
  readonly times: number
  readonly longestMs: number
}

/** What no worker has taken for so long is queued; where one is free it takes milliseconds. */
export const queuedAfterMs = 1_000

/** A step that takes longer sets its discussion aside; so do two during which their processes died. */
export const heldTooLongMs = 5_000
const maxHeldUpTimes = 2

export function isSetAside({ times, longestMs }: HeldUp): boolean {
  return longestMs >= heldTooLongMs || times >= maxHeldUpTimes
}

export interface SuspectRun extends HeldUp {
  readonly discussionId: string
  readonly at: string
}

/** Takes down that a step is under way for too long; what is not withdrawn brought its process down. */
export interface SuspectWriter {
  add(discussionId: string): Promise<number>
  update(id: number, heldMs: number): Promise<void>
  remove(id: number): Promise<void>
}

/** Where a run left its discussion. */
export interface RunEnd {
  readonly seq: number
  /** When it is to be run again although nobody says anything. */
  readonly wakeAt?: number
}

export interface RunWork {
  readonly concurrency: number
  /** Runs a discussion to its next wait. */
  readonly run: (job: DiscussionJob, leave: StopSignals) => Promise<RunEnd>
  /** Deals with a run that failed; throws where that is not possible now, and then it is run again later. */
  readonly onFailure: (job: DiscussionJob, error: unknown) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Sees to it that discussions with something to do are run, by this process or another, whoever dies. */
export interface DiscussionRuns {
  readonly size: number
  /** Has this process run discussions, beginning with those that a dead one left. */
  work(work: RunWork): Promise<void>
  /** Lets what is being said be said for as long as given, and hands the rest over. */
  stop(graceMs: number): Promise<void>
  /** How many wait for a worker, of all organisations. */
  countQueued(): Promise<number>
  /** Discussions that have held up a process, the latest first. */
  suspects(): Promise<readonly SuspectRun[]>
}

export interface MemberJob {
  readonly organisationId: string
  readonly promptId: string
}

interface MemberWork {
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
