// Written by scripts/write-option-types.ts from the schemas; a test compares the two.

/** The numbers and switches by which a discussion is held. */
export interface Settings {
  /** the most rounds there can be */
  readonly rounds: number
  /** rounds before an agreement or smart termination may end it */
  readonly minRounds: number
  /** turns without a person's word before it waits; 0 is no limit */
  readonly turnsPerRun: number
  /** who speaks when within a round */
  readonly order: "fixed" | "shuffled" | "parallel" | "chosen"
  /** shuffled: nobody speaks last twice running */
  readonly finisherRestriction: boolean
  /** round 1 is spoken at once, nobody sees another's words */
  readonly independentFirstRound: boolean
  /** a seat may pass */
  readonly passing: boolean
  /** end when a round brought nothing new */
  readonly smartTermination: boolean
  /** below this share of new text, a round brought nothing new */
  readonly noveltyThreshold: number
  /** provider/model whose embeddings say how new a round is; null: its words do */
  readonly noveltyModel: string | null
  /** characters; 0 is no check, or the language's own */
  readonly statementMinLength: number | "language"
  /** how often a statement that is too short is asked for again */
  readonly statementRetries: number
  /** characters of transcript that a prompt may hold */
  readonly historyMaxLength: number
  /** characters of one statement in the transcript; 0 is the whole of it */
  readonly historyStatementMaxLength: number
  /** how a seat's private memory is kept */
  readonly memoryStyle: "none" | "narrative" | "structured"
  /** characters of one line of memory */
  readonly memoryStatementMaxLength: number
  /** characters of a whole memory */
  readonly memoryMaxLength: number
  /** whether a memory over its budget loses its oldest half */
  readonly memoryTruncation: boolean
  /** vote-first: answer alone, vote, and discuss only where the votes differ */
  readonly decide: "discuss-first" | "vote-first"
  /** vote-first: talk only where no option leads, where votes differ at all, or in every round */
  readonly talk: "ties" | "differences" | "always"
  /** vote-first: what decides after talk: all votes together, the last ones, or the first ones */
  readonly counts: "pooled" | "last" | "first"
  /** how many must say yes */
  readonly agreement: "all" | "any" | number
  /** a yes below this confidence does not count as one */
  readonly minConfidence: number
  /** which option wins: consensus (what as many as agreement asks for stand behind, each sure enough), plurality (most votes), approval (most approvals), borda (most points: of n options the first gets n-1, the next n-2, and so on), run-off (the last to stand when the weakest goes, count by count), score (the highest score on average), confidence (most confidence in all), weighted (most weight, each vote as heavy as its seat), chair (what the chair writes at the end) */
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
  /** shuffled: each voter sees the options in an order of its own */
  readonly optionOrder: "given" | "shuffled"
  /** how often a vote that cannot be read is asked for again */
  readonly voteRetries: number
  /** of a spoken turn */
  readonly temperature: number
  /** the most tokens of a spoken turn */
  readonly maxTokens: number
  /** of a vote */
  readonly voteTemperature: number
  /** the most tokens of a vote */
  readonly voteMaxTokens: number
  /** text at which a spoken turn is cut */
  readonly stop: readonly string[]
  /** for one call of a model */
  readonly turnTimeoutMs: number
  /** for the first words of a call; turnTimeoutMs where that is smaller */
  readonly firstTokenTimeoutMs: number
  /** for silence in the middle of an answer; turnTimeoutMs where that is smaller */
  readonly idleTimeoutMs: number
  /** what these limits are multiplied by after each time-out */
  readonly timeoutGrowth: number
  /** for the whole discussion; null is no limit */
  readonly totalTimeoutMs: number | null
  /** how often a failed call is tried again */
  readonly retries: number
  /** before the first of these; doubled each time, and up to a quarter longer */
  readonly retryDelayMs: number
  /** the longest wait that a provider may ask for and get */
  readonly retryAfterMaxMs: number
  /** when the retries are used up */
  readonly onFailure: "skip" | "abort-round" | "fail"
  /** for a person's or outside agent's answer; null is as long as it takes */
  readonly waitMs: number | null
  /** when that is over: go on without them, count it as a pass, or pause */
  readonly afterWait: "skip" | "pass" | "pause"
  /** how many sub-discussions there may be */
  readonly subDiscussions: number
  /** 1: one opens none of its own; 0: there are none */
  readonly subDiscussionDepth: number
  /** of what is left of the budget, for one that names no budget */
  readonly subDiscussionShare: number
  /** model seats may open one in their turn; people may anyway */
  readonly subDiscussionsBySeats: boolean
}
