import { conclave, type DiscussionInput, type SeatInput, type Settings } from "conclave"
import type { z } from "zod"
import type { settingsSchema } from "../../src/core/discussion/settings-schema.ts"
import type { discussionInputSchema, seatInputSchema } from "../../src/core/formats/discussion-input.ts"
import type { BudgetInput, DecisionInput } from "../../src/core/formats/input-types.ts"

/** Compiled, never run: inputs that must compile, and inputs that must not. */
export function inputs(): readonly DiscussionInput[] {
  conclave().discuss({ format: "duet", topic: "Tea?", options: { rounds: 1 } })
  return [
    { format: "hive", topic: "Tea?" },
    { table: "debate" },
    { table: "one-of-our-own", topic: "Tea?", seats: [{ name: "Ann", model: ["x/y", "x/z"] }] },
    // @ts-expect-error: unknown format
    { format: "hve", topic: "Tea?" },
    // @ts-expect-error: a format needs a topic
    { format: "hive" },
    // @ts-expect-error: either a format or a table
    { format: "hive", table: "debate", topic: "Tea?" },
    // @ts-expect-error: unknown setting
    { format: "hive", topic: "Tea?", options: { round: 3 } },
    // @ts-expect-error: unknown kind of seat
    { format: "hive", topic: "Tea?", seats: [{ kind: "robot" }] },
  ]
}

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Input<Schema extends z.ZodType> = DeepReadonly<NonNullable<z.input<Schema>>>

/** The written types match the schemas. */
export const areSame: {
  settings: Same<Settings, Input<ReturnType<typeof settingsSchema>>>
  seat: Same<SeatInput, Input<ReturnType<typeof seatInputSchema>>>
  decision: Same<DecisionInput, Input<ReturnType<typeof discussionInputSchema>["shape"]["decision"]>>
  budget: Same<BudgetInput, Input<ReturnType<typeof discussionInputSchema>["shape"]["budget"]>>
} = { settings: true, seat: true, decision: true, budget: true }
