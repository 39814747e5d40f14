import type { Clock } from "./clock.ts"

/** Stops work immediately, or gracefully without losing anything. */
export interface StopSignals {
  readonly now: AbortSignal
  readonly soon: AbortSignal
}

export interface DiscussionJob {
  readonly organisationId: string
  readonly discussionId: string
  /** Workers are shared fairly among owners: the key that started the discussion, or its organisation. */
  readonly owner?: string | undefined
  /** Set if it has blocked a process before. */
  readonly stalls?: Stalls | undefined
}

/** How often a discussion blocked the event loop of its process, and for how long at most. */
export interface Stalls {
  readonly times: number
  readonly longestMs: number
}

/** A job that no worker has claimed after this time counts as queued; a free worker claims it within milliseconds. */
export const queuedAfterMs = 1_000

/** A step that blocks longer quarantines its discussion; so do two steps during which their process died. */
export const quarantineAfterMs = 5_000
const maxStalls = 2

export function isQuarantined({ times, longestMs }: Stalls): boolean {
  return longestMs >= quarantineAfterMs || times >= maxStalls
}

export interface SuspectRun extends Stalls {
  readonly discussionId: string
  readonly at: string
}

/** Records a step that blocks its process. A record that is not removed means that the process died. */
export interface SuspectWriter {
  add(discussionId: string): Promise<number>
  update(id: number, heldMs: number): Promise<void>
  remove(id: number): Promise<void>
}

/** The state in which a run left its discussion. */
export interface RunEnd {
  readonly seq: number
  /** When it must run again without new input, in epoch milliseconds. */
  readonly wakeAt?: number
}

export interface RunWork {
  readonly concurrency: number
  /** Runs a discussion until it waits or ends. */
  readonly run: (job: DiscussionJob, signals: StopSignals) => Promise<RunEnd>
  /** Handles a failed run. If it throws, the discussion runs again later. */
  readonly onFailure: (job: DiscussionJob, error: unknown) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Runs discussions that have something to do, in this process or another, even if processes die. */
export interface DiscussionRuns {
  readonly size: number
  /** Starts running discussions in this process, including those of dead processes. */
  work(work: RunWork): Promise<void>
  /** Lets turns in progress finish for up to `graceMs`, then releases the discussions. */
  stop(graceMs: number): Promise<void>
  /** Number of discussions that wait for a worker, across organisations. */
  countQueued(): Promise<number>
  /** Discussions that have blocked a process, latest first. */
  suspects(): Promise<readonly SuspectRun[]>
}

export interface MemberJob {
  readonly organisationId: string
  readonly promptId: string
}

interface MemberWork {
  /** Must be idempotent: it is called again if it throws, and after a crash. */
  readonly answer: (job: MemberJob, signal: AbortSignal) => Promise<void>
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** Lets the squad's model members answer every prompt, in this process or another, even if processes die. */
export interface MemberAnswers {
  /** Starts answering in this process. */
  work(work: MemberWork): Promise<void>
  stop(graceMs: number): Promise<void>
}
