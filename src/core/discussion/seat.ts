import type { SeatOptions } from "./settings-type.ts"

export type { SeatOptions } from "./settings-type.ts"

export type SeatId = string

export const seatKinds = ["model", "human", "external"] as const
export type SeatKind = (typeof seatKinds)[number]

/** Kinds of tools that an agent may request permission for, as named by the Agent Client Protocol. */
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

/** Levels of reasoning effort, lowest first. */
export const effortLevels = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const
export type Effort = (typeof effortLevels)[number]

/** A participant's place at the table. */
export interface Seat {
  /** Unique within the discussion; events refer to seats by it. */
  readonly id: SeatId
  /** The name that the others see. */
  readonly name: string
  /** Whether a model, a person or an outside agent answers for it. */
  readonly kind: SeatKind
  /** The seat's function, such as `queen`; stages select seats by it. */
  readonly role: string
  /** `provider/model`; only model seats have one. */
  readonly model?: string
  /** Models to try in this order if `model` fails for good. */
  readonly fallbacks?: readonly string[]
  /** Who the seat is; the system prompt of an agent template. */
  readonly persona?: string
  /** Private information that only this seat sees. */
  readonly briefing?: string
  /** The language of its prompts, if it is not the discussion's. */
  readonly language?: string
  readonly options?: SeatOptions
  /** The weight of its vote with the protocol `weighted` (default: 1). */
  readonly weight?: number
  /** The agent template that the seat was created from. */
  readonly agentId?: string
}

/** The public fields of a seat. */
export type PublicSeat = Pick<Seat, "id" | "name" | "kind" | "role" | "model" | "fallbacks">

export function publicSeat({ id, name, kind, role, model, fallbacks }: Seat): PublicSeat {
  return { id, name, kind, role, ...(model !== undefined && { model }), ...(fallbacks && { fallbacks }) }
}

/** Whether simulated models speak for some of these seats, also in a replay. */
export function areRehearsed(seats: readonly Pick<Seat, "model">[]): boolean {
  return seats.some(({ model = "" }) => /^(replay\/)?rehearsal\//.test(model))
}
