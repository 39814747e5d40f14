export type SeatId = string

export const seatKinds = ["model", "human", "external"] as const
export type SeatKind = (typeof seatKinds)[number]

/** What an agent may ask leave for on its machine, as the Agent Client Protocol names it. */
export const toolKinds = [
  "read",
  "search",
  "fetch",
  "think",
  "edit",
  "move",
  "delete",
  "execute",
  "switch_mode",
  "other",
] as const
export type ToolKind = (typeof toolKinds)[number]

/** How long a model may think before it speaks, least first. */
export const effortLevels = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const
export type Effort = (typeof effortLevels)[number]

/** Settings that one seat may hold differently from its table. */
export interface SeatOptions {
  /** How freely its model chooses its words. */
  readonly temperature?: number | undefined
  /** How many tokens a reply may have. */
  readonly maxTokens?: number | undefined
  /** Texts at which its reply is cut. */
  readonly stop?: readonly string[] | undefined
  /** What its model is allowed where it asks for leave: only agents do. */
  readonly permissions?: readonly ToolKind[] | undefined
  /** How long its model may think before it speaks. */
  readonly effort?: Effort | undefined
  /** Fields of the provider's own, passed on as they are. */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined
}

/** A participant's place at the table. */
export interface Seat {
  /** Its own within the discussion; events name seats by it. */
  readonly id: SeatId
  /** As the others call it. */
  readonly name: string
  /** Whether a model, a person or an outside agent answers for it. */
  readonly kind: SeatKind
  /** What it does at the table, such as `queen`; formats address seats by it. */
  readonly role: string
  /** `provider/model`; only model seats have one. */
  readonly model?: string
  /** Asked in this order where the model fails for good. */
  readonly fallbacks?: readonly string[]
  /** Who this seat is: what an agent template calls its system prompt. */
  readonly persona?: string
  /** Private: what this seat alone knows before the discussion. */
  readonly briefing?: string
  /** The language that it is asked in, where that is not the discussion's. */
  readonly language?: string
  /** Settings of its own. */
  readonly options?: SeatOptions
  /** What its vote weighs where votes are weighed; 1 where it is not said. */
  readonly weight?: number
  /** The agent template that this seat was made from. */
  readonly agentId?: string
}

/** What everyone may know of a seat. */
export type PublicSeat = Pick<Seat, "id" | "name" | "kind" | "role" | "model" | "fallbacks">

export function publicSeat({ id, name, kind, role, model, fallbacks }: Seat): PublicSeat {
  return { id, name, kind, role, ...(model !== undefined && { model }), ...(fallbacks && { fallbacks }) }
}
