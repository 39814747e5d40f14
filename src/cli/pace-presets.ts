import { invalidInput } from "../core/errors.ts"
import type { OptionDefinition } from "./command.ts"
import type { DiscussFlags } from "./discussion-input.ts"
import type { Terminal } from "./terminal.ts"

interface PaceOptions extends DiscussFlags {
  readonly quick?: true
  readonly deep?: true
}

const presets = {
  quick: { rounds: 1, effort: "low", record: false },
  deep: { rounds: 5, effort: "high", independent: true, record: true },
} as const satisfies Readonly<Record<string, DiscussFlags>>

const told = {
  quick: "1 round, low effort, no decision record",
  deep: "up to 5 rounds, high effort, the first one without seeing each other, and a decision record",
} as const

export const paceOptions: readonly OptionDefinition[] = [
  { flags: "--quick", about: `${told.quick}; other flags win` },
  { flags: "--deep", about: `${told.deep}; other flags win` },
]

/** What `--quick` and `--deep` stand for, told to whoever asked for it. Flags that were typed win. */
export function withPace<Options extends PaceOptions>(options: Options, { note }: Terminal): Options {
  const name = options.quick ? "quick" : options.deep ? "deep" : undefined
  if (name === undefined) return options
  if (options.quick && options.deep) throw invalidInput([{ field: "--deep", message: "cannot be used with --quick" }])
  note(`${name}: ${told[name]}\n`)
  return { ...presets[name], ...options }
}
