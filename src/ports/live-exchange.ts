/** Live text of a turn in progress. */
export interface TurnChunk {
  readonly seat: string
  readonly turnId: string
  readonly attempt: number
  /** Position of the words in the attempt's text. */
  readonly offset: number
  readonly words: string
}

/** Carries live text, which is not in the log, to watchers in other processes. */
export interface LiveExchange {
  /** Whether this process has watchers of a discussion. */
  setWatched(discussionId: string, watched: boolean): void
  /** Discussions with watchers in other processes. */
  watchedElsewhere(): Iterable<string>
  /** Sends chunks, by discussion, to other processes. */
  publish(chunks: ReadonlyMap<string, readonly TurnChunk[]>): Promise<void>
  /** Calls back with chunks from other processes of discussions that are watched here. */
  onChunk(callback: (discussionId: string, chunk: TurnChunk) => void): void
}
