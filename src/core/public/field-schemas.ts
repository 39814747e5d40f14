import { z } from "zod"
import { statuses } from "../discussion/state.ts"

/** In a file of their own: lists of discussions need these, but none of the larger schemas. */
export const count = z.number().int().min(0)
export const text = z.string()
export const seatId = text.describe("a seat's id")
export const time = z.iso.datetime().meta({ description: "ISO 8601, in UTC", example: "2026-01-31T12:00:00.000Z" })

export const statusSchema = z
  .enum(statuses)
  .describe("`queued`: not started yet, or waiting for a worker (`queue` then has its place)")

export function list<Item extends z.ZodType>(item: Item) {
  return z.array(item).readonly()
}

export const parentSchema = z
  .object({
    kind: z.enum(["fork", "sub-discussion"]),
    discussionId: text,
    atTurn: text
      .nullable()
      .describe(
        "for a fork: the last turn that it shares with its parent; for a sub-discussion: the turn that holds its result",
      ),
    seq: count,
  })
  .meta({ id: "Parent" })
