/*
 * The rules of a discussion; `core/index.ts` marks which of them are stable.
 */

export * from "./core/index.ts"

/*
 * Stable: changed only with a new major version.
 */

export { compareForks, type ForkComparison } from "./core/reporting/compare-forks.ts"
export { formatSchema, resolveTable, tableFileSchema, validateTable } from "./core/tables/index.ts"
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
export { type EmbeddedServices, embeddedServices, openServices, type ServiceOptions } from "./main/embedded-services.ts"
export { type ReplayOptions, replay } from "./main/replay.ts"
export type { Run, RunHooks } from "./main/run.ts"
export type { StoredDiscussions } from "./main/stored-engine.ts"
export { readTableFile } from "./main/table-files.ts"
export type { Discovery, FoundModel, FoundProvider } from "./models/discovery.ts"
export { fromLanguageModel, type LanguageModel } from "./models/language-model.ts"
export type { WriteLine } from "./models/replay/record-models.ts"
export { openRecording, type Recording, readRecording } from "./models/replay/recording.ts"
export { replayModels } from "./models/replay/replay-models.ts"
export type { Clock } from "./ports/clock.ts"
export type { DiscussionFilter, DiscussionListPage, DiscussionSummary } from "./ports/discussion-list.ts"
export type { Model, ModelCall, ModelPart, Models } from "./ports/model.ts"

/*
 * For extensions of Conclave: may change with any minor version.
 */

// Measuring voting methods on recorded answers.
export { type Evaluation, evaluate } from "./evaluation/evaluate.ts"
export { learnWeights, type Weights, weightsFor } from "./evaluation/learn-weights.ts"
export { type EvalQuestion, parseQuestions } from "./evaluation/questions.ts"
export { parseRecordedAnswers, type RecordedAnswers } from "./evaluation/recorded-answers.ts"
export { ResultCache } from "./evaluation/result-cache.ts"
export { type EvaluationOptions, type EvaluationRun, runEvaluation } from "./evaluation/run-evaluation.ts"
export { applyWeights, parseSavedWeights, type SavedWeights } from "./evaluation/saved-weights.ts"
export { type EvaluationReport, summarizeEvaluation } from "./evaluation/summarize-evaluation.ts"
