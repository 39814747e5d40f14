/** Sees to it that discussions with something to do are run, each by one run loop at a time. */
export interface Runner {
  /** Something may have to happen in this discussion now. Harmless to repeat. */
  schedule(discussionId: string): void
}
