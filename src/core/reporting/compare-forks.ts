import type { Entry } from "../discussion/history.ts"
import type { Outcome } from "../discussion/outcome.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { shownVotes } from "../discussion/vote.ts"

export interface ComparedEntry {
  readonly kind: "turn" | "interjection" | "vote"
  readonly roundNumber: number
  /** The seat, or the author of an interjection; empty for a secret vote. */
  readonly by: string
  readonly content: string
}

/** Where two discussions with a common beginning differ. */
export interface ForkComparison {
  /** Number of leading turns, interjections and votes that are the same in both. */
  readonly alike: number
  /** The first difference; `a` or `b` is absent if it has no more entries. Null if there is none. */
  readonly partAt: { readonly a?: ComparedEntry; readonly b?: ComparedEntry } | null
  /** The outcomes (null while running), and the fields in which they differ. */
  readonly outcomes: { readonly a: Outcome | null; readonly b: Outcome | null; readonly differIn: readonly string[] }
}

/** Compares a fork with its original, or two forks of the same discussion. */
export function compareForks(a: DiscussionState, b: DiscussionState): ForkComparison {
  const [ours, theirs] = [comparedEntries(a), comparedEntries(b)]
  const longest = Math.max(ours.length, theirs.length)
  let alike = 0
  while (alike < longest && isSame(ours[alike], theirs[alike])) alike++
  const [here, there] = [ours[alike], theirs[alike]]
  return {
    alike,
    partAt: alike === longest ? null : { ...(here && { a: here }), ...(there && { b: there }) },
    outcomes: { a: a.outcome, b: b.outcome, differIn: differences(a.outcome, b.outcome) },
  }
}

function comparedEntries({ entries, turns }: DiscussionState): readonly ComparedEntry[] {
  const synthesis = turns.filter(({ purpose }) => purpose === "synthesis")
  return [...entries, ...synthesis.map((turn): Entry => ({ kind: "turn", turn }))].flatMap(toComparedEntries)
}

function toComparedEntries(entry: Entry): readonly ComparedEntry[] {
  switch (entry.kind) {
    case "turn": {
      const { roundNumber, seat: by, content } = entry.turn
      return [{ kind: "turn", roundNumber, by, content }]
    }
    case "interjection": {
      const { roundNumber, author: by, content } = entry.interjection
      return [{ kind: "interjection", roundNumber, by, content }]
    }
    case "ballot": {
      const { roundNumber } = entry.ballot
      return shownVotes(entry.ballot).map(({ seat: by = "", choice, amount, hasConsensus }) => {
        const answer = choice ?? (hasConsensus === null ? "?" : hasConsensus ? "yes" : "no")
        return { kind: "vote", roundNumber, by, content: amount === undefined ? answer : `${answer} ${amount}` }
      })
    }
  }
}

const isSame = (one?: ComparedEntry, other?: ComparedEntry) => JSON.stringify(one) === JSON.stringify(other)

const compared = [
  "stoppingReason",
  "agreed",
  "decidedBy",
  "solution",
  "amount",
  "bestProposal",
  "rounds",
  "dissent",
] as const

function differences(a: Outcome | null, b: Outcome | null): readonly string[] {
  return compared.filter((field) => JSON.stringify(a?.[field]) !== JSON.stringify(b?.[field]))
}
