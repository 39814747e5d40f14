/*
 * The rules of a discussion, pure: no clock, no network, no files. Runs in browsers and every JavaScript runtime.
 * Stable: changes only in major versions.
 */

export { buildLedger, type Ledger, type Position } from "./analysing/ledger.ts"
export type { LedgerAlert } from "./analysing/ledger-alerts.ts"
export { type Recount, recount } from "./counting/recount.ts"
export type { Stage } from "./discussion/format.ts"
export type { Settings } from "./discussion/settings.ts"
export type { BallotQuestion } from "./discussion/vote.ts"
export { ConclaveError, type ErrorCode, type ErrorDetail, type FieldProblem } from "./errors.ts"
export type { CustomFormat as Format } from "./formats/discussion-input.ts"
export { type PresetName, presetNames, presets } from "./formats/index.ts"
export type { BudgetInput, DecisionInput, DiscussionOptions, SeatInput } from "./formats/input-types.ts"
export type { Prompt, SeatView } from "./prompting/seat-view.ts"
export { applyPublic } from "./public/apply-public.ts"
export { encodeSse } from "./public/encode-sse.ts"
export type {
  PublicDiscussion,
  PublicEvent,
  PublicEventData,
  PublicEventOf,
  PublicEventType,
  PublicOutcome,
} from "./public/types.ts"
export { type DiscussionView, emptyView } from "./public/view.ts"
export { writeMarkdown } from "./reporting/write-markdown.ts"
export type { SubDiscussionInput } from "./steering/create-sub-discussion.ts"
export type { DiscussionInput, ForkChanges, TableName } from "./tables/discussion-request.ts"
export type { TableFile } from "./tables/table-file.ts"

/**
 * Loads what validates tables and requests: `resolveTable`, `validateTable`, `tableFileSchema()`, `formatSchema()`. On
 * demand, because it needs zod, which folding and settling do not. `conclave` exports these directly.
 */
export const loadTables = () => import("./tables/index.ts")

/* For extensions: the building blocks. They may change in minor versions. */

export type { DiscussionEvent, LiveEvent, LiveEventOf } from "./discussion/event.ts"
export { fold, foldEvent, foldEvents, initialState } from "./discussion/fold.ts"
export type { Outcome, StoppingReason } from "./discussion/outcome.ts"
export { allowedTransitions, type Phase } from "./discussion/phase.ts"
export type { Seat } from "./discussion/seat.ts"
export type { DiscussionState, Status } from "./discussion/state.ts"
export type { Table } from "./discussion/table.ts"
export type { FinishReason, Interjection, Turn } from "./discussion/turn.ts"
export type { TokenUsage } from "./discussion/usage.ts"
export type { Ballot, Vote } from "./discussion/vote.ts"
export { languageFor, languages } from "./languages/index.ts"
export type { Language } from "./languages/language.ts"
export { nextStep, type Step } from "./next-step.ts"
export { type OwnProtocol, type ProtocolName, protocolNames, registerProtocol } from "./protocols/index.ts"
export type { CountResult, NormalizedVote, ProtocolRule } from "./protocols/protocol.ts"
export { publish } from "./public/publish.ts"
export { publishDiscussion } from "./public/publish-discussion.ts"
export { readChoice } from "./reading/read-choice.ts"
export { readPreference } from "./reading/read-preference.ts"
export { readVote } from "./reading/read-vote.ts"
export { type Reply, settle } from "./settle.ts"
export { readPass } from "./speaking/read-pass.ts"
