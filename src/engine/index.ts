export type { EngineContext } from "./context.ts"
export { loadState } from "./context.ts"
export { follow } from "./live/follower.ts"
export { LiveTurns } from "./live/live-turns.ts"
export { LocalRunner } from "./run-loop/local-runner.ts"
export { runDiscussion } from "./run-loop/run-discussion.ts"
export { answerForSeat, type StanceInput } from "./verbs/answer-for-seat.ts"
export { createWithTable } from "./verbs/create-with-table.ts"
export { failDiscussion } from "./verbs/fail-discussion.ts"
export { type ForkDiscussionInput, forkDiscussion } from "./verbs/fork-discussion.ts"
export { interject } from "./verbs/interject.ts"
export { startSubDiscussion } from "./verbs/start-sub-discussion.ts"
export {
  abortDiscussion,
  interruptTurn,
  joinDiscussion,
  leaveDiscussion,
  pauseDiscussion,
  resumeDiscussion,
} from "./verbs/steer-discussion.ts"
