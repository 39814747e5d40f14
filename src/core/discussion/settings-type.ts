// Written by scripts/write-option-types.ts from the schemas; a test compares the two.

/** The numbers and switches by which a discussion is held. */
export interface Settings {
  /** maximum number of rounds */
  readonly rounds: number
  /** minimum number of rounds before an agreement or smart termination can end it */
  readonly minRounds: number
  /** turns without a person before it pauses; 0 for no limit */
  readonly turnsPerRun: number
  /** speaking order within a round */
  readonly order: "fixed" | "shuffled" | "parallel" | "chosen"
  /** with the order shuffled: the last speaker of a round is not the last of the next */
  readonly finisherRestriction: boolean
  /** in round 1 all seats speak in parallel without seeing each other's turns */
  readonly independentFirstRound: boolean
  /** seats state their position in a marked line under each turn */
  readonly stances: boolean
  /** provider/model whose embeddings find positions that are the same in other words; null compares words */
  readonly stanceModel: string | null
  /** similarity of embeddings from which two positions are the same */
  readonly stanceSimilarity: number
  /** seats may pass their turn */
  readonly passing: boolean
  /** how often in a round a model seat that a turn names may answer out of turn; 0 for never */
  readonly interjections: number
  /** end after a round that brought nothing new */
  readonly smartTermination: boolean
  /** share of new text below which a round counts as nothing new */
  readonly noveltyThreshold: number
  /** provider/model whose embeddings measure how new a round is; null compares words instead */
  readonly noveltyModel: string | null
  /** minimum characters of a turn; 0 for no check, `language` for the language's default */
  readonly statementMinLength: number | "language"
  /** retries of a turn that is too short */
  readonly statementRetries: number
  /** maximum characters of transcript in a prompt */
  readonly historyMaxLength: number
  /** maximum characters of one turn in that transcript; 0 for no limit */
  readonly historyStatementMaxLength: number
  /** style of each seat's private memory */
  readonly memoryStyle: "none" | "narrative" | "structured"
  /** maximum characters of one line of memory */
  readonly memoryStatementMaxLength: number
  /** maximum characters of a memory */
  readonly memoryMaxLength: number
  /** drop the older half of a memory that is too long */
  readonly memoryTruncation: boolean
  /** vote-first: each seat answers alone and votes; they discuss only where that can help */
  readonly decide: "discuss-first" | "vote-first"
  /** vote-first: discuss only ties, whenever votes differ, or always */
  readonly talk: "ties" | "differences" | "always"
  /** vote-first: which votes decide after a discussion: all of them together, the last, or the first */
  readonly counts: "pooled" | "last" | "first"
  /** how many must say yes: all, any, or a share such as 0.6 */
  readonly agreement: "all" | "any" | number
  /** minimum confidence of a yes vote to count, 0 to 100 */
  readonly minConfidence: number
  /** voting method: consensus (what as many as agreement asks for stand behind, each sure enough), plurality (most votes), approval (most approvals), borda (most points: of n options the first gets n-1, the next n-2, and so on), run-off (the last to stand when the weakest goes, count by count), score (the highest score on average), confidence (most confidence in all), weighted (most weight, each vote as heavy as its seat), chair (what the chair writes at the end) */
  readonly protocol:
    | "consensus"
    | "plurality"
    | "approval"
    | "borda"
    | "run-off"
    | "score"
    | "confidence"
    | "weighted"
    | "chair"
    | `own:${string}`
  /** shuffled: each voter sees the options in a different order */
  readonly optionOrder: "given" | "shuffled"
  /** retries of a vote that cannot be read */
  readonly voteRetries: number
  /** sampling temperature of turns */
  readonly temperature: number
  /** maximum tokens of a turn */
  readonly maxTokens: number
  /** sampling temperature of votes */
  readonly voteTemperature: number
  /** maximum tokens of a vote */
  readonly voteMaxTokens: number
  /** stop sequences of a turn */
  readonly stop: readonly string[]
  /** timeout of a model call */
  readonly turnTimeoutMs: number
  /** timeout for the first token of a call; at most turnTimeoutMs */
  readonly firstTokenTimeoutMs: number
  /** timeout between tokens of a call; at most turnTimeoutMs */
  readonly idleTimeoutMs: number
  /** factor by which these timeouts grow after each timeout */
  readonly timeoutGrowth: number
  /** timeout of the whole discussion; null for none */
  readonly totalTimeoutMs: number | null
  /** retries of a failed model call */
  readonly retries: number
  /** delay before the first retry; doubled each time, plus up to a quarter at random */
  readonly retryDelayMs: number
  /** longest Retry-After of a provider that is honoured */
  readonly retryAfterMaxMs: number
  /** what to do when the retries are used up */
  readonly onFailure: "skip" | "abort-round" | "fail"
  /** how long to wait for a person or outside agent; null for no limit */
  readonly waitMs: number | null
  /** what to do when that time is over */
  readonly afterWait: "skip" | "pass" | "pause"
  /** maximum number of sub-discussions */
  readonly subDiscussions: number
  /** nesting of sub-discussions: 1 allows none inside another, 0 none at all */
  readonly subDiscussionDepth: number
  /** share of the remaining budget for a sub-discussion that names none */
  readonly subDiscussionShare: number
  /** model seats may start sub-discussions in their turn; people always may */
  readonly subDiscussionsBySeats: boolean
}
