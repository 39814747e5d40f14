import type { DiscussionView } from "../../../../../src/core/public/view.ts"
import type { NewFork } from "../../../api/discussions.ts"
import { type NewSeatDraft, toNewSeat } from "../people/new-seat.ts"

/** Changes to a seat; missing fields stay as they are. */
export interface SeatChange {
  readonly model?: string
  readonly persona?: string
  readonly leaves?: boolean
}

export interface ForkDraft {
  /** Empty: fork from the beginning. */
  readonly atTurn: string
  /** Another format or table; empty means the same. */
  readonly table: string
  readonly topic: string
  readonly rounds: string
  readonly temperature: string
  readonly maxTokens: string
  readonly changes: Readonly<Record<string, SeatChange>>
  /** Seats to add; entries without a name are ignored. */
  readonly joined: readonly NewSeatDraft[]
}

/** The body of a fork request: only what changes. */
export function toForkRequest(draft: ForkDraft, original: Pick<DiscussionView, "topic" | "options">): NewFork {
  const { atTurn, table, topic, rounds, temperature, maxTokens } = draft
  const join = draft.joined.filter(({ name }) => name.trim() !== "").map(toNewSeat)
  const leave = Object.entries(draft.changes).flatMap(([seat, { leaves = false }]) => (leaves ? [seat] : []))
  const seats = Object.entries(draft.changes).flatMap(([seat, { model = "", persona = "" }]) =>
    (model === "" && persona.trim() === "") || leave.includes(seat)
      ? []
      : [{ seat, ...(model !== "" && { model }), ...(persona.trim() !== "" && { persona }) }],
  )
  const options = {
    ...(isChanged(rounds, original.options?.rounds) && { rounds: Number(rounds) }),
    ...(isChanged(temperature, original.options?.temperature) && { temperature: Number(temperature) }),
    ...(isChanged(maxTokens, original.options?.maxTokens) && { maxTokens: Number(maxTokens) }),
  }
  const changes = {
    ...(table !== "" && { table }),
    ...(topic.trim() !== original.topic.trim() && topic.trim() !== "" && { topic }),
    ...(seats.length > 0 && { seats }),
    ...(join.length > 0 && { join }),
    ...(leave.length > 0 && { leave }),
    ...(Object.keys(options).length > 0 && { options }),
  }
  return { atTurn: atTurn === "" ? 0 : atTurn, ...(Object.keys(changes).length > 0 && { changes }) }
}

function isChanged(given: string, was: number | undefined): boolean {
  return given.trim() !== "" && Number(given) !== was
}
