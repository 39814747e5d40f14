import type { EventData } from "../../../../../src/core/discussion/event.ts"
import type { Parent } from "../../../../../src/core/discussion/table.ts"
import type { Discussion, Seat, Turn, Vote } from "../../../api/discussions.ts"
import type { StreamEvent } from "../../../api/sse-parser.ts"

type Interjection = Discussion["interjections"][number]

/** Where the wire differs from the log: times are text, and what is one seat's own is left out. */
interface Shown {
  discussion_created: {
    readonly topic: string
    readonly format: string
    readonly seats: readonly Seat[]
    readonly language: string
    readonly options: readonly string[]
    readonly budget: Discussion["budget"]
    readonly parent?: Parent & { readonly kind?: string }
  }
  discussion_started: Omit<EventData["discussion_started"], "seats">
  awaiting_input: Omit<EventData["awaiting_input"], "until"> & { readonly until?: string }
  seat_joined: { readonly seat: Seat; readonly fromRound: number }
  turn_completed: { readonly turn: Turn }
  turn_passed: { readonly turn: Turn }
  interjection: { readonly interjection: Interjection }
  consensus_vote: Omit<EventData["consensus_vote"], "vote"> & { readonly vote: Vote }
  ballot_vote: Omit<EventData["ballot_vote"], "vote"> & { readonly vote: Vote }
  turn_chunk: {
    readonly turnId: string
    readonly attempt: number
    readonly offset: number
    readonly chunk: string
  }
  sub_discussion_started: {
    readonly subId: string
    readonly discussionId: string
    readonly by: string | null
    readonly seats: readonly string[]
    readonly topic: string
  }
  sub_discussion_completed: { readonly subId: string; readonly discussionId: string; readonly status: string }
}

type Data = Omit<EventData, keyof Shown> & Shown
type Hyphenated<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}-${Hyphenated<Rest>}`
  : Name

/** The data of each event as it comes over the wire, by its name there. */
export type WireData = { [Name in keyof Data as Hyphenated<Name>]: Data[Name] & { readonly timestamp: string } }

/** An event of a discussion's stream. Names that this page does not know are passed over. */
export type WireEvent = {
  [Name in keyof WireData]: { readonly type: Name; readonly data: WireData[Name] }
}[keyof WireData]

/** The server is trusted to send what it promises. */
export function asWireEvent({ type, data }: StreamEvent): WireEvent {
  return { type, data } as WireEvent
}
