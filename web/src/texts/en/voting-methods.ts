import type { ProtocolName } from "../../../../src/core/discussion/vote.ts"

/** The voting methods, by the same names wherever the page shows one. */
export const texts = {
  consensus: "Consensus",
  plurality: "Plurality",
  approval: "Approval",
  borda: "Ranking (Borda)",
  "run-off": "Instant run-off",
  score: "Scores from 0 to 10",
  confidence: "By confidence",
  weighted: "By weight",
  chair: "A chair decides",
} satisfies Record<ProtocolName, string>

export type VotingMethodTexts = Readonly<Record<keyof typeof texts, string>>
