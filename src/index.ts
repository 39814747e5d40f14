export { buildLedger as ledgerOf, type Ledger, type Position } from "./core/analysing/ledger.ts"
export type { LedgerAlert } from "./core/analysing/ledger-alerts.ts"
export { countBallot } from "./core/counting/count-ballot.ts"
export { type Recount, recount } from "./core/counting/recount.ts"
export type {
  ChunkEvent,
  DiscussionEvent,
  EventData,
  EventType,
  LiveEvent,
  LiveEventOf,
  NewEvent,
} from "./core/discussion/event.ts"
export { fold, foldEvent as apply, foldEvents as foldOn, initialState as begin } from "./core/discussion/fold.ts"
export { type Format, formatSchema, type Stage } from "./core/discussion/format.ts"
export type { Contribution, Dissent, Outcome, StoppingReason } from "./core/discussion/outcome.ts"
export { allowedTransitions as legalMoves, type Phase, phaseName, transition as move } from "./core/discussion/phase.ts"
export type { Seat, SeatId, SeatKind } from "./core/discussion/seat.ts"
export type { Settings } from "./core/discussion/settings.ts"
export type { DiscussionState, OpenCall, Status } from "./core/discussion/state.ts"
export type { SubDiscussion } from "./core/discussion/sub-discussion.ts"
export type { Table } from "./core/discussion/table.ts"
export type { FinishReason, Interjection, Turn } from "./core/discussion/turn.ts"
export type { TokenUsage } from "./core/discussion/usage.ts"
export {
  type Ballot,
  type BallotForm,
  type BallotQuestion,
  type ProtocolName,
  protocolNames,
  type Vote,
} from "./core/discussion/vote.ts"
export { ConclaveError, type ErrorCode, type ErrorDetail, type FieldProblem } from "./core/errors.ts"
export type { SeatInput } from "./core/formats/discussion-input.ts"
export { type PresetName, presetNames, presets } from "./core/formats/index.ts"
export { languageFor, languages } from "./core/languages/index.ts"
export type { Language } from "./core/languages/language.ts"
export { nextStep, type Step } from "./core/next-step.ts"
export { buildSeatView as viewOf } from "./core/prompting/build-seat-view.ts"
export type { Prompt, SeatView } from "./core/prompting/seat-view.ts"
export { writePrompt } from "./core/prompting/write-prompt.ts"
export { encodeSse } from "./core/public/encode-sse.ts"
export { publish } from "./core/public/publish.ts"
export { publishDiscussion } from "./core/public/publish-discussion.ts"
export type {
  PublicEvent,
  PublicEventData,
  PublicEventOf,
  PublicEventType,
  PublicOutcome,
} from "./core/public/types.ts"
export { readChoice } from "./core/reading/read-choice.ts"
export { readPreference } from "./core/reading/read-preference.ts"
export { readVote } from "./core/reading/read-vote.ts"
export { compareForks, type ForkComparison } from "./core/reporting/compare-forks.ts"
export { writeMarkdown } from "./core/reporting/write-markdown.ts"
export { type Reply, settle } from "./core/settle.ts"
export { readPass } from "./core/speaking/read-pass.ts"
export { readSubRequest } from "./core/speaking/read-sub-request.ts"
export type { ForkChanges } from "./core/steering/create-fork.ts"
export type { SubDiscussionInput } from "./core/steering/create-sub-discussion.ts"
export type { DiscussionInput } from "./core/tables/discussion-request.ts"
export { resolveTable as layTable } from "./core/tables/resolve-table.ts"
export { type TableFile, tableFileSchema } from "./core/tables/table-file.ts"
export { validateTable as readTable } from "./core/tables/validate-table.ts"
export { type Evaluation, evaluate } from "./evaluation/evaluate.ts"
export { learnWeights, type Weights, weightsFor } from "./evaluation/learn-weights.ts"
export { parseRecordedAnswers as readRecordedAnswers, type RecordedAnswers } from "./evaluation/recorded-answers.ts"
export { writeEvaluation } from "./evaluation/write-evaluation.ts"
export { type Conclave, type ConclaveOptions, conclave, type ForkRequest } from "./main/conclave.ts"
export type { Config } from "./main/config.ts"
export { type EmbeddedServices, embeddedServices } from "./main/embedded-services.ts"
export { type ReplayOptions, replay } from "./main/replay.ts"
export type { Run } from "./main/run.ts"
export { readTableFile } from "./main/table-files.ts"
export type { Discovery, FoundModel, FoundProvider } from "./models/discovery.ts"
export type { WriteLine } from "./models/replay/record-models.ts"
export { openRecording, type Recording, readRecording } from "./models/replay/recording.ts"
export { replayModels } from "./models/replay/replay-models.ts"
export type { Clock } from "./ports/clock.ts"
export type { Model, ModelCall, ModelPart, Models } from "./ports/model.ts"
