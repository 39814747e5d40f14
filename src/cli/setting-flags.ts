import { invalidInput } from "../core/errors.ts"
import { discussionInputSchema } from "../core/formats/discussion-input.ts"
import { settingsSchema } from "../core/formats/settings.ts"
import { nearest } from "../core/nearest.ts"

/** Flags that say how a discussion is held, whether it is new or a fork. */
export interface SettingFlags {
  readonly rounds?: number
  readonly minRounds?: number
  readonly order?: string
  readonly independent?: true
  readonly wait?: number
  readonly afterWait?: string
  readonly set?: readonly string[]
  readonly budgetTokens?: number
  readonly budgetSeconds?: number
  readonly budgetDollars?: number
}

export type Fields = Readonly<Record<string, unknown>>

const { options: _, ...decisionShape } = discussionInputSchema.shape.decision.unwrap().shape
const known = [...new Set([...Object.keys(settingsSchema.shape), ...Object.keys(decisionShape)])]

/** What the flags say of settings; those of `--set` first, so that a flag of its own wins. Values are checked later. */
export function settingsFrom(flags: SettingFlags): Fields {
  return given({
    ...Object.fromEntries((flags.set ?? []).map(readSetting)),
    ...given({
      rounds: flags.rounds,
      minRounds: flags.minRounds,
      order: flags.order,
      independentFirstRound: flags.independent,
      waitMs: flags.wait === undefined ? undefined : Math.round(flags.wait * 1_000),
      afterWait: flags.afterWait,
    }),
  })
}

export function budgetFrom({ budgetTokens, budgetSeconds, budgetDollars }: SettingFlags): Fields {
  return given({ tokens: budgetTokens, seconds: budgetSeconds, dollars: budgetDollars })
}

/** A way to decide that is asked for by name makes a format hold a ballot, so these are no mere settings. */
export function isDecision(name: string): boolean {
  return Object.hasOwn(decisionShape, name)
}

export function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function readSetting(text: string): readonly [string, unknown] {
  const equals = text.indexOf("=")
  const name = text.slice(0, equals < 0 ? undefined : equals).trim()
  if (equals < 0 || !known.includes(name)) {
    const near = nearest(name, known)
    const hint = near ? `did you mean "${near}"?` : `known are ${known.join(", ")}`
    const what = equals < 0 ? `"${text}" is no setting=value` : `unknown setting "${name}"; ${hint}`
    throw invalidInput([{ field: "--set", message: what }])
  }
  return [name, readValue(text.slice(equals + 1))]
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
