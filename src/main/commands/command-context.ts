import type { CommandRun, CommonOptions, Invocation, OpenOptions } from "../../cli/command.ts"
import type { Terminal } from "../../cli/terminal.ts"
import type { Environment } from "../environment.ts"
import type { SettingFlags } from "../settings.ts"

/** What a command is carried out with, before anything was opened. */
export interface CommandContext<Options = unknown> {
  readonly args: readonly string[]
  readonly options: CommonOptions & SettingFlags & Options
  readonly terminal: Terminal
  readonly env: Environment
  /** Where it was called. */
  readonly folder: string
  readonly userName: string
  readonly onError: (error: unknown) => void
  readonly now: () => number
}

/** Gives the exit code. */
export type ContextRun<Options = unknown> = (context: CommandContext<Options>) => Promise<number>

/** A command of the command line's own, given what it works through. */
export function withInvocation<Options>(run: CommandRun<Options>): ContextRun<Options> {
  return (context) => run(invocationOf(context))
}

export function invocationOf<Options>(context: CommandContext<Options>): Invocation<Options> {
  const { args, options, terminal, env, userName, onError, now } = context
  return {
    args,
    options,
    terminal,
    userName,
    now,
    // Loaded when something is to be opened: help and mistakes need none of it.
    async openDoors(opening: OpenOptions = {}) {
      const [{ openDoors }, { settingsOf }] = await Promise.all([
        import("../open-doors.ts"),
        import("./settings-of.ts"),
      ])
      return openDoors({ ...opening, settings: await settingsOf(context), env, paced: terminal.live, onError })
    },
  }
}
