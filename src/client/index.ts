export {
  ConclaveError,
  type ErrorCode,
  type FieldProblem,
} from "../core/errors.ts"
export type { BudgetInput, DecisionInput, DiscussionOptions, SeatInput } from "../core/formats/input-types.ts"
export { applyPublic } from "../core/public/apply-public.ts"
export type {
  PublicBallot,
  PublicDiscussion,
  PublicEvent,
  PublicEventOf,
  PublicEventType,
  PublicOutcome,
  PublicTurn,
} from "../core/public/types.ts"
export { type DiscussionView, emptyView, isOver, type PublicOpenCall } from "../core/public/view.ts"
export type { DiscussionInput, ForkChanges } from "../core/tables/discussion-request.ts"
export type { Discovery, FoundModel, FoundProvider } from "../models/discovery.ts"
export type { DiscussionFilter, DiscussionListPage, DiscussionSummary } from "../ports/discussion-list.ts"
export { ApiError } from "./api-error.ts"
export type { ConclaveClient, ExportFormat, FollowOptions, VoteInput } from "./client.ts"
export { type ClientOptions, createClient } from "./create-client.ts"
export type { StreamState } from "./follow-stream.ts"
