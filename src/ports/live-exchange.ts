/** Words of a turn that is being spoken. */
export interface TurnChunk {
  readonly seat: string
  readonly turnId: string
  readonly attempt: number
  /** Where in the attempt's text these words begin. */
  readonly offset: number
  readonly words: string
}

/** Carries words that are not in the log yet to watchers in other processes. */
export interface LiveExchange {
  /** Somebody in this process watches a discussion now, or nobody does any more. */
  setWatched(discussionId: string, present: boolean): void
  /** Discussions that somebody in another process watches. */
  watchedElsewhere(): Iterable<string>
  /** Puts words where the other processes find them. */
  publish(said: ReadonlyMap<string, readonly TurnChunk[]>): Promise<void>
  /** Tells of words said in other processes, of discussions that are watched here. */
  onChunk(hear: (discussionId: string, said: TurnChunk) => void): void
}
