import { ConclaveError } from "../core/errors.ts"
import type { Client } from "./client.ts"

/** What a person may do with a line while a discussion goes on. All else they type are words out of turn. */
const lineCommands = {
  "/interrupt": { about: "cut off who speaks", does: (client: SteeringClient, id: string) => client.interrupt(id) },
  "/pause": {
    about: "let this turn end and no other begin",
    does: (doors: SteeringClient, id: string) => doors.pause(id),
  },
  "/stop": { about: "end the discussion", does: (doors: SteeringClient, id: string) => doors.abort(id) },
} as const

type SteeringCall = (id: string) => Promise<unknown>

/** What it takes; whatever the orders give is of no use here. */
export type SteeringClient = Pick<Client, "interject"> & {
  readonly interrupt: SteeringCall
  readonly pause: SteeringCall
  readonly abort: SteeringCall
}

export interface TypedLineContext {
  readonly client: SteeringClient
  readonly id: string
  readonly author: string
}

/** Whether a line is meant for the discussion and not for the table: a slash and one word. */
export function isLineCommand(line: string): boolean {
  return /^\/[\w?]*$/.test(line.trim())
}

/** Carries out what was typed; gives what is to be told about it, if anything. */
export async function handleTypedLine(
  { client, id, author }: TypedLineContext,
  line: string,
): Promise<string | undefined> {
  const text = line.trim()
  if (text === "") return undefined
  const command = Object.entries(lineCommands).find(([name]) => name === text.toLowerCase())?.[1]
  if (!command && isLineCommand(text)) {
    const known = Object.entries(lineCommands).map(([name, { about }]) => `${name}: ${about}`)
    return `${known.join("\n")}\nanything else is said to the table`
  }
  try {
    await (command ? command.does(client, id) : client.interject(id, author, text))
    return undefined
  } catch (error) {
    if (error instanceof ConclaveError) return error.message
    throw error
  }
}
