import type { Client } from "./client.ts"
import type { Terminal } from "./terminal.ts"

/** What every command is told by flags. */
export interface CommonOptions {
  readonly json?: true
  readonly plain?: true
}

export interface ClientOptions {
  /** The process will run discussions, not only look at them. */
  readonly runsDiscussions?: boolean
}

/** A command as it is carried out. */
export interface Invocation<Options = unknown> {
  readonly args: readonly string[]
  readonly options: CommonOptions & Options
  readonly terminal: Terminal
  /** Opens what commands work through; closed by whoever opened it. */
  readonly openClient: (options?: ClientOptions) => Promise<Client>
  /** Who is at the keyboard. */
  readonly userName: string
  readonly now: () => number
}

/** Gives the exit code. */
export type CommandHandler<Options = unknown> = (invocation: Invocation<Options>) => Promise<number>

/** Opens the doors for as long as the work takes. */
export async function withClient<T>(
  { openClient: openDoors }: Pick<Invocation, "openClient">,
  options: ClientOptions,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const doors = await openDoors(options)
  try {
    return await work(doors)
  } finally {
    await doors.close()
  }
}

export function writeJson({ write }: Terminal, value: unknown): void {
  write(`${JSON.stringify(value, null, 2)}\n`)
}
