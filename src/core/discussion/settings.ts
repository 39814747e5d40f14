import type { Settings } from "./settings-type.ts"

export type { Settings } from "./settings-type.ts"

export const orderNames = ["fixed", "shuffled", "parallel", "chosen"] as const
export type OrderName = (typeof orderNames)[number]

/** `maxTokens` of a decision record. */
export const defaultRecordTokens = 4_096
/** `turnsPerRun` of formats that pause for people. */
export const defaultTurnLimit = 20

/** Defaults shared by the presets; each preset overrides some. */
export const baseSettings: Settings = {
  rounds: 3,
  minRounds: 1,
  turnsPerRun: 0,
  order: "fixed",
  finisherRestriction: false,
  independentFirstRound: false,
  stances: true,
  stanceModel: null,
  stanceSimilarity: 0.8,
  passing: false,
  interjections: 0,
  smartTermination: false,
  noveltyThreshold: 0.15,
  noveltyModel: null,
  statementMinLength: 0,
  statementRetries: 3,
  historyMaxLength: 100_000,
  historyStatementMaxLength: 0,
  memoryStyle: "none",
  memoryStatementMaxLength: 300,
  memoryMaxLength: 4_000,
  memoryTruncation: true,
  decide: "discuss-first",
  talk: "ties",
  counts: "pooled",
  agreement: "all",
  minConfidence: 0,
  protocol: "consensus",
  optionOrder: "given",
  voteRetries: 2,
  temperature: 0.7,
  maxTokens: 2_048,
  voteTemperature: 0.3,
  voteMaxTokens: 1_024,
  stop: [],
  turnTimeoutMs: 120_000,
  firstTokenTimeoutMs: 60_000,
  idleTimeoutMs: 30_000,
  timeoutGrowth: 1,
  totalTimeoutMs: null,
  retries: 2,
  retryDelayMs: 1_000,
  retryAfterMaxMs: 60_000,
  onFailure: "skip",
  waitMs: null,
  afterWait: "skip",
  subDiscussions: 5,
  subDiscussionDepth: 1,
  subDiscussionShare: 0.5,
  subDiscussionsBySeats: false,
}
