import { z } from "zod"
import { maxWaitSeconds } from "../ports/clock.ts"

export function idParams(description: string) {
  return z.object({
    id: z.string().min(1).max(200).meta({ description, example: "0b6f3c1e-6a58-4a0e-9b1e-2f4b8b1c9d10" }),
  })
}

export const waitSeconds = z.coerce
  .number()
  .min(0)
  .max(maxWaitSeconds, `must be at most ${maxWaitSeconds}; call again to wait longer`)
  .default(0)

export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).describe("maximum number of results, up to 100"),
  cursor: z.string().max(500).optional().describe("`next` of the previous page"),
})

export const nextCursor = z.string().nullable().describe("`cursor` of the next page; null on the last")

export function lastEventIdHeader(example: string) {
  const description = "the id of the last event received; the stream continues right after it"
  return z.object({ "Last-Event-ID": z.string().optional().meta({ description, example }) })
}

/** The seat to read as. Requests with a seat key always read as their own seat. */
export const readerSeat = {
  seat: z.string().min(1).max(100).optional().meta({
    description:
      "a seat's id or name: show only what this seat may see. In a parallel or private stage that excludes the other seats' turns until it has spoken itself. A seat key implies its own seat",
    example: "kim",
  }),
}

export const readerQuery = z.strictObject(readerSeat)
