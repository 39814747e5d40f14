import { findDecidedBy } from "../analysing/decided-by.ts"
import { outcomeSentence } from "../analysing/outcome-sentence.ts"
import { lastDecidingBallot } from "../counting/ballot-positions.ts"
import { ballotSentence } from "../counting/ballot-sentence.ts"
import { countedBallot } from "../counting/count-ballot.ts"
import type { BallotPositions, DecidedBy, Outcome } from "../discussion/outcome.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { BallotResult } from "../discussion/vote.ts"
import { languageFor } from "../languages/index.ts"
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
      const counted = countedBallot(before!.ballots.at(-1)!, result)
      const sentence = ballotSentence(counted, languageFor(before!.table.language))
      return { ...data, result: { ...result, sentence }, ...secrecy(before!) }
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

function secrecy({ ballots }: DiscussionState): Fields {
  return ballots.at(-1)!.secret ? { secret: true } : {}
}

type OldOutcome = Omit<Outcome, "decidedBy" | "sentence">

function explainOutcome(outcome: OldOutcome, state: DiscussionState): Outcome {
  const ballot = lastDecidingBallot(state)
  const yes = ballot?.result?.yes ?? 0
  const decidedBy = findDecidedBy(state, {
    stoppingReason: outcome.stoppingReason,
    hasFailed: outcome.error !== undefined,
    agreed: outcome.agreed && yes > 1,
    ballot,
    decided: ballot?.result?.passed === true && ballot.result.protocol !== undefined,
  })
  return withSentence(withoutNames(outcome, ballot?.secret ?? false), decidedBy, state)
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

function withSentence(outcome: OldOutcome, decidedBy: DecidedBy, { everyone, table }: DiscussionState): Outcome {
  const { stoppingReason, rounds } = outcome
  const name = (id: string) => everyone.find((seat) => seat.id === id)?.name ?? id
  const sentence = outcomeSentence({ decidedBy, stoppingReason, rounds }, name, languageFor(table.language))
  return { ...outcome, decidedBy, sentence }
}
