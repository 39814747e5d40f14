import type { z } from "zod"
import type { Exact, recordSchema } from "../discussion/decision-record.ts"
import type { discussionSchema } from "./discussion-schema.ts"
import type { eventSchemas } from "./event-schemas.ts"
import type { outcomeSchema } from "./outcome-schemas.ts"
import type * as parts from "./part-schemas.ts"
import type * as settings from "./setting-schemas.ts"

type Output<Schema extends z.ZodType> = Exact<z.output<Schema>>

/** The data of each public event, by the event's name. */
export type PublicEventData = { readonly [Type in keyof typeof eventSchemas]: Output<(typeof eventSchemas)[Type]> }
export type PublicEventType = keyof PublicEventData

/** Only for a seat: turns whose text was withheld from it until now. */
interface Revealed {
  readonly revealed?: readonly PublicTurn[]
}

/** A public event, or live text (`turn_chunk`, with the `seq` of the event before it). `at` is ISO 8601. */
export type PublicEvent = {
  [Type in PublicEventType]: {
    readonly seq: number
    readonly type: Type
    readonly at: string
    readonly data: PublicEventData[Type] & Revealed
  }
}[PublicEventType]

export type PublicEventOf<Type extends PublicEventType> = Extract<PublicEvent, { type: Type }>

export type PublicErrorDetail = Output<typeof parts.errorDetailSchema>
export type PublicSeat = Output<typeof parts.seatSchema>
export type PublicTurn = Output<typeof parts.turnSchema>
export type PublicMaterial = Output<typeof settings.materialSchema>
export type PublicInterjection = Output<typeof parts.interjectionSchema>
export type PublicVote = Output<typeof parts.voteSchema>
export type PublicBallot = Output<typeof parts.ballotSchema>
/** The outcome of a discussion as the API, the library and the page show it. */
export type PublicOutcome = Output<typeof outcomeSchema>
export type PublicSubDiscussion = Output<typeof settings.subDiscussionSchema>
export type PublicRecord = Output<ReturnType<typeof recordSchema>>
/** A discussion as the API, the library and the page show it. */
export type PublicDiscussion = Output<typeof discussionSchema>
