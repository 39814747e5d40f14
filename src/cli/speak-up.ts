import { ConclaveError } from "../core/errors.ts"
import type { Doors } from "./doors.ts"

/** What a person may do with a line while a discussion goes on. All else they type are words out of turn. */
const orders = {
  "/interrupt": { about: "cut off who speaks", does: (doors: Speaking, id: string) => doors.interrupt(id) },
  "/pause": { about: "let this turn end and no other begin", does: (doors: Speaking, id: string) => doors.pause(id) },
  "/stop": { about: "end the discussion", does: (doors: Speaking, id: string) => doors.abort(id) },
} as const

type Order = (id: string) => Promise<unknown>

/** What it takes; whatever the orders give is of no use here. */
export type Speaking = Pick<Doors, "interject"> & {
  readonly interrupt: Order
  readonly pause: Order
  readonly abort: Order
}

export interface SpokenUp {
  readonly doors: Speaking
  readonly id: string
  readonly author: string
}

/** Whether a line is meant for the discussion and not for the table: a slash and one word. */
export function isOrder(line: string): boolean {
  return /^\/[\w?]*$/.test(line.trim())
}

/** Carries out what was typed; gives what is to be told about it, if anything. */
export async function speakUp({ doors, id, author }: SpokenUp, line: string): Promise<string | undefined> {
  const words = line.trim()
  if (words === "") return undefined
  const order = Object.entries(orders).find(([name]) => name === words.toLowerCase())?.[1]
  if (!order && isOrder(words)) {
    const known = Object.entries(orders).map(([name, { about }]) => `${name}: ${about}`)
    return `${known.join("\n")}\nanything else is said to the table`
  }
  try {
    await (order ? order.does(doors, id) : doors.interject(id, author, words))
    return undefined
  } catch (error) {
    if (error instanceof ConclaveError) return error.message
    throw error
  }
}
