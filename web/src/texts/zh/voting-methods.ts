import type { VotingMethodTexts } from "../en/voting-methods.ts"

export const texts: VotingMethodTexts = {
  consensus: "一致同意",
  plurality: "相对多数",
  approval: "认可投票",
  borda: "排序（波达计数）",
  "run-off": "排序复选",
  score: "打分，0 到 10",
  confidence: "按把握",
  weighted: "按权重",
  chair: "由主席决定",
}
