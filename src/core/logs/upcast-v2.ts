import type { BallotPositions, DecidedBy, LimitName, Outcome, StoppingReason } from "../discussion/outcome.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { BallotResult } from "../discussion/vote.ts"
import { frozenText } from "./frozen-words.ts"
import type { Fields } from "./table-v1.ts"
import type { StoredEvent } from "./upcast.ts"

/** Version 2 had no `decidedBy`, no sentences for ballots and outcomes, no `secret` on votes, and no stances. */
export function upcastV2({ type, data, ...stored }: StoredEvent, before: DiscussionState | undefined): StoredEvent {
  return { ...stored, version: 3, type, data: upcastData(type, data as Fields, before) }
}

function upcastData(type: string, data: Fields, before: DiscussionState | undefined): Fields {
  switch (type) {
    case "discussion_created":
    case "sub_discussion_started":
      return { ...data, table: withoutStances(data.table as Fields) }
    case "discussion_started":
      return { ...data, settings: { stances: false, ...(data.settings as Fields) } }
    case "ballot_vote":
      return { ...data, ...secrecy(before!) }
    case "ballot_result": {
      const result = data.result as Omit<BallotResult, "sentence">
      return { ...data, result: { ...result, sentence: ballotSentence(result, before!) }, ...secrecy(before!) }
    }
    case "discussion_completed":
    case "discussion_error":
    case "discussion_aborted":
      return { ...data, outcome: explainOutcome(data.outcome as OldOutcome, before!) }
    case "sub_discussion_completed":
      return { ...data, outcome: explainSubOutcome(data.outcome as OldOutcome, before!) }
    default:
      return data
  }
}

export function withoutStances(table: Fields): Fields {
  const { settings, ...format } = table.format as Fields
  return { ...table, format: { ...format, settings: { stances: false, ...(settings as Fields) } } }
}

function ballotSentence(result: Omit<BallotResult, "sentence">, { ballots, table }: DiscussionState): string {
  if (ballots.at(-1)!.asks === "choice")
    return frozenText(result.choice === undefined ? "noneChosen" : "chosen", table.language, result)
  const counts = frozenText("counts", table.language, result)
  return frozenText(result.passed ? "passed" : "notPassed", table.language, { counts })
}

function secrecy({ ballots }: DiscussionState): Fields {
  return ballots.at(-1)!.secret ? { secret: true } : {}
}

type OldOutcome = Omit<Outcome, "decidedBy" | "sentence">

function explainOutcome(outcome: OldOutcome, state: DiscussionState): Outcome {
  const isSecret = lastDecidingBallot(state)?.secret ?? false
  return withSentence(withoutNames(outcome, isSecret), decidedBy(outcome, state), state)
}

function lastDecidingBallot({ ballots }: DiscussionState) {
  const deciding = ballots.filter(({ result, asks }) => result && (asks === "consensus" || asks === "choice"))
  return deciding.findLast(({ votes }) => votes.some(({ reading }) => reading !== "unreadable")) ?? deciding.at(-1)
}

const limits: { readonly [R in StoppingReason]?: LimitName } = {
  max_rounds: "rounds",
  max_iterations: "rounds",
  turn_limit: "turns",
  timeout: "time",
  budget: "budget",
}

/** From what the log stored alone. Current code that decides this may change, the history may not. */
function decidedBy(outcome: OldOutcome, state: DiscussionState): DecidedBy {
  const { stoppingReason, agreed, solutionFrom, error } = outcome
  if (stoppingReason === "user_abort") return { kind: "stopped" }
  if (error) return { kind: "failed" }
  const limit = limits[stoppingReason]
  const isHardLimit = limit !== undefined && limit !== "rounds"
  if (agreed || (!isHardLimit && (solutionFrom === "ballot" || solutionFrom === "first_vote"))) {
    if (lastDecidingBallot(state)?.voters.length === 1) return { kind: "judge" }
    return { kind: agreed ? "agreement" : "ballot" }
  }
  const { protocol } = state.table.format.settings
  const isWritten = solutionFrom === "synthesis" && (protocol === "chair" || state.ballots.length === 0)
  if (isWritten && !isHardLimit) return { kind: "chair" }
  return limit ? { kind: "limit", limit } : { kind: "none" }
}

/** Removes names that secret ballots left in outcomes. */
function withoutNames({ votes, dissent, bestProposal, ...outcome }: OldOutcome, isSecret: boolean): OldOutcome {
  const counted = ({ positions, ...ballot }: BallotPositions): BallotPositions => ({
    ...ballot,
    positions: positions.map(({ seats = [], ...held }) => ({
      ...held,
      count: seats.length,
      ...(!isSecret && { seats }),
    })),
  })
  const unnamed = <Part extends { seat?: string; name?: string }>({ seat: _, name: __, ...part }: Part) => part
  return {
    ...outcome,
    dissent: isSecret ? dissent.map(unnamed) : dissent,
    ...(bestProposal && { bestProposal: isSecret ? unnamed(bestProposal) : bestProposal }),
    ...(votes && { votes: { first: counted(votes.first), final: counted(votes.final) } }),
  }
}

/** Only the outcome of a sub-discussion is known in its parent's log. */
function explainSubOutcome(outcome: OldOutcome, state: DiscussionState): Outcome {
  const { stoppingReason, agreed, error } = outcome
  const kind = stoppingReason === "user_abort" ? "stopped" : error ? "failed" : agreed ? "agreement" : "none"
  return withSentence(withoutNames(outcome, true), { kind }, state)
}

function withSentence(outcome: OldOutcome, decidedBy: DecidedBy, { table }: DiscussionState): Outcome {
  return { ...outcome, decidedBy, sentence: frozenText(decidedBy.kind, table.language) }
}
