export { countBallot } from "./core/deciding/count-ballot.ts"
export { type Ledger, ledgerOf, type Position } from "./core/deciding/ledger.ts"
export type { LedgerAlert } from "./core/deciding/ledger-alerts.ts"
export { type Recount, recount } from "./core/deciding/recount.ts"
export { type Evaluation, evaluate } from "./core/deciding/weights/evaluate.ts"
export { learnWeights, type Weights, weightsFor } from "./core/deciding/weights/learn-weights.ts"
export { type RecordedAnswers, readRecordedAnswers } from "./core/deciding/weights/recorded-answers.ts"
export type {
  ChunkEvent,
  DiscussionEvent,
  EventData,
  EventType,
  LiveEvent,
  LiveEventOf,
  NewEvent,
} from "./core/discussion/event.ts"
export { apply, begin, fold, foldOn } from "./core/discussion/fold.ts"
export type { Contribution, Dissent, FinalConsensus, Outcome, StoppingReason } from "./core/discussion/outcome.ts"
export { legalMoves, move, type Phase, phaseName } from "./core/discussion/phase.ts"
export type { Seat, SeatId, SeatKind } from "./core/discussion/seat.ts"
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
export { encodeSse, toWire, type WireEvent } from "./core/discussion/wire.ts"
export { ConclaveError, type ErrorCode, type ErrorDetail, type FieldProblem } from "./core/errors.ts"
export type { SeatInput } from "./core/formats/discussion-input.ts"
export { type Format, formatSchema, type Stage } from "./core/formats/format.ts"
export { type PresetName, presetNames, presets } from "./core/formats/index.ts"
export { layTable } from "./core/formats/lay-table.ts"
export type { Settings } from "./core/formats/settings.ts"
export { nextStep, type Step } from "./core/next-step.ts"
export { languageFor, languages } from "./core/prompting/languages/index.ts"
export type { Language } from "./core/prompting/languages/language.ts"
export type { Prompt, SeatView } from "./core/prompting/seat-view.ts"
export { viewOf } from "./core/prompting/view-of.ts"
export { writePrompt } from "./core/prompting/write-prompt.ts"
export { readChoice } from "./core/reading/read-choice.ts"
export { readPreference } from "./core/reading/read-preference.ts"
export { readVote } from "./core/reading/read-vote.ts"
export { compareForks, type ForkComparison } from "./core/reporting/compare-forks.ts"
export { writeEvaluation } from "./core/reporting/write-evaluation.ts"
export { writeMarkdown } from "./core/reporting/write-markdown.ts"
export { type Reply, settle } from "./core/settle.ts"
export { readPass } from "./core/speaking/read-pass.ts"
export { readSubRequest } from "./core/speaking/read-sub-request.ts"
export type { ForkChanges } from "./core/steering/fork.ts"
export type { SubDiscussionInput } from "./core/steering/open-sub-discussion.ts"
export type { DiscussionInput } from "./core/tables/asked.ts"
export { readTable } from "./core/tables/read-table.ts"
export { type TableFile, tableFileSchema } from "./core/tables/table-file.ts"
export { type Conclave, type ConclaveOptions, conclave, type ForkRequest } from "./main/conclave.ts"
export type { Config } from "./main/config.ts"
export { type EmbeddedServices, embeddedServices } from "./main/embedded-services.ts"
export { type ReplayOptions, replay } from "./main/replay.ts"
export type { Run } from "./main/run.ts"
export { readTableFile } from "./main/table-files.ts"
export type { Discovery, FoundModel, FoundProvider } from "./models/discovery.ts"
export type { WriteLine } from "./models/replay/record-traffic.ts"
export { openRecording, type Recording, readRecording } from "./models/replay/recording.ts"
export { replayModels } from "./models/replay/replay-models.ts"
export type { Clock } from "./ports/clock.ts"
export type { Model, ModelCall, ModelPart, Models } from "./ports/model.ts"
