/*
 * Stable: changed only with a new major version.
 */

// Records: Markdown, recordings, what the votes say
export { buildLedger, type Ledger, type Position } from "./core/analysing/ledger.ts"
export type { LedgerAlert } from "./core/analysing/ledger-alerts.ts"
export { type Recount, recount } from "./core/counting/recount.ts"
// Tables and formats of your own
export { type Format, formatSchema, type Stage } from "./core/discussion/format.ts"
export type { Settings } from "./core/discussion/settings.ts"
export { type BallotQuestion, type ProtocolName, protocolNames } from "./core/discussion/vote.ts"
// Holding discussions in this process
export { ConclaveError, type ErrorCode, type ErrorDetail, type FieldProblem } from "./core/errors.ts"
export { type PresetName, presetNames, presets } from "./core/formats/index.ts"
export type { BudgetInput, DecisionInput, DiscussionOptions, SeatInput } from "./core/formats/input-types.ts"
// Models of your own
export type { Prompt, SeatView } from "./core/prompting/seat-view.ts"
// What is seen of a discussion: the same here, over HTTP and on the page
export { applyPublic } from "./core/public/apply-public.ts"
export { encodeSse } from "./core/public/encode-sse.ts"
export type {
  PublicDiscussion,
  PublicEvent,
  PublicEventData,
  PublicEventOf,
  PublicEventType,
  PublicOutcome,
} from "./core/public/types.ts"
export { type DiscussionView, emptyView } from "./core/public/view.ts"
export { compareForks, type ForkComparison } from "./core/reporting/compare-forks.ts"
export { writeMarkdown } from "./core/reporting/write-markdown.ts"
export type { ForkChanges } from "./core/steering/create-fork.ts"
export type { SubDiscussionInput } from "./core/steering/create-sub-discussion.ts"
export type { DiscussionInput, TableName } from "./core/tables/discussion-request.ts"
export { type TableFile, tableFileSchema } from "./core/tables/table-file.ts"
export { validateTable } from "./core/tables/table-problems.ts"
export {
  type Conclave,
  type ConclaveOptions,
  conclave,
  type DiscussOptions,
  type ForkRequest,
  type LibraryInput,
  type LibrarySeat,
  type StoredConclave,
} from "./main/conclave.ts"
export type { Config } from "./main/config.ts"
// Mounting the HTTP API: the services for `createServer` of conclave/server
export { type EmbeddedServices, embeddedServices, openServices, type ServiceOptions } from "./main/embedded-services.ts"
export { type ReplayOptions, replay } from "./main/replay.ts"
export type { Run } from "./main/run.ts"
export type { StoredDiscussions } from "./main/stored-engine.ts"
export { readTableFile } from "./main/table-files.ts"
export type { Discovery, FoundModel, FoundProvider } from "./models/discovery.ts"
export { fromLanguageModel, type LanguageModel } from "./models/language-model.ts"
export type { WriteLine } from "./models/replay/record-models.ts"
export { openRecording, type Recording, readRecording } from "./models/replay/recording.ts"
export { replayModels } from "./models/replay/replay-models.ts"
export type { Clock } from "./ports/clock.ts"
export type { DiscussionFilter, DiscussionPage, DiscussionSummary } from "./ports/discussion-list.ts"
export type { Model, ModelCall, ModelPart, Models } from "./ports/model.ts"

/*
 * For those who extend Conclave: the parts that it is made of. They may change with any minor version.
 */

// A discussion is its events: state, what happens next, what an answer amounts to
export type { DiscussionEvent, LiveEvent, LiveEventOf } from "./core/discussion/event.ts"
export { fold, foldEvent, foldEvents, initialState } from "./core/discussion/fold.ts"
export type { Outcome, StoppingReason } from "./core/discussion/outcome.ts"
export { allowedTransitions, type Phase } from "./core/discussion/phase.ts"
export type { Seat } from "./core/discussion/seat.ts"
export type { DiscussionState, Status } from "./core/discussion/state.ts"
export type { Table } from "./core/discussion/table.ts"
export type { FinishReason, Interjection, Turn } from "./core/discussion/turn.ts"
export type { TokenUsage } from "./core/discussion/usage.ts"
export type { Ballot, Vote } from "./core/discussion/vote.ts"
// Prompts and how replies are read
export { languageFor, languages } from "./core/languages/index.ts"
export type { Language } from "./core/languages/language.ts"
export { nextStep, type Step } from "./core/next-step.ts"
export { publish } from "./core/public/publish.ts"
export { publishDiscussion } from "./core/public/publish-discussion.ts"
export { readChoice } from "./core/reading/read-choice.ts"
export { readPreference } from "./core/reading/read-preference.ts"
export { readVote } from "./core/reading/read-vote.ts"
export { type Reply, settle } from "./core/settle.ts"
export { readPass } from "./core/speaking/read-pass.ts"
export { resolveTable } from "./core/tables/resolve-table.ts"

// Measuring voting methods on recorded answers
export { type Evaluation, evaluate } from "./evaluation/evaluate.ts"
export { learnWeights, type Weights, weightsFor } from "./evaluation/learn-weights.ts"
export { parseQuestions, type Question } from "./evaluation/questions.ts"
export { parseRecordedAnswers, type RecordedAnswers } from "./evaluation/recorded-answers.ts"
export { ResultCache } from "./evaluation/result-cache.ts"
export { type EvaluationOptions, type EvaluationRun, runEvaluation } from "./evaluation/run-evaluation.ts"
export { applyWeights, parseSavedWeights, type SavedWeights } from "./evaluation/saved-weights.ts"
export { type EvaluationReport, summarizeEvaluation } from "./evaluation/summarize-evaluation.ts"
