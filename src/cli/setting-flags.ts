import { baseSettings, orderNames, settingsSchema } from "../core/discussion/settings.ts"
import { invalidInput } from "../core/errors.ts"
import { discussionInputSchema } from "../core/formats/discussion-input.ts"
import { presets } from "../core/formats/index.ts"
import { languageCodes } from "../core/languages/index.ts"
import { closestMatch } from "../core/validation.ts"
import { type OptionDefinition, withHeading } from "./command.ts"

const { rounds, minRounds, order, afterWait } = settingsSchema.shape

export const languageOption: OptionDefinition = {
  flags: "--language <code>",
  about: "language of the discussion",
  choices: languageCodes,
}

export const seedOption: OptionDefinition = {
  flags: "--seed <number>",
  about: "random seed, for the same order and rehearsal words again",
  valueType: "whole",
}

export const speakingOptions = withHeading("How they speak", [
  { flags: "-r, --rounds <number>", about: rounds.description!, valueType: "whole" },
  { flags: "--min-rounds <number>", about: minRounds.description!, valueType: "whole" },
  { flags: "--order <order>", about: order.description!, choices: orderNames },
  { flags: "--independent", about: "in the first round no seat sees another's turn" },
  {
    flags: "--wait <seconds>",
    about: "how long to wait for a person or outside agent",
    valueType: "number",
    defaultText: "as long as it takes",
  },
  {
    flags: "--after-wait <what>",
    about: "what to do after that",
    choices: afterWait.options,
    defaultText: baseSettings.afterWait,
  },
  {
    flags: "--set <setting=value>",
    about: "any setting, such as temperature=0.2; `conclave discuss --set help` lists them",
    repeatable: true,
  },
])

export const budgetOptions = withHeading("What it may use", [
  { flags: "--budget-tokens <number>", about: "end cleanly after this many tokens", valueType: "whole" },
  { flags: "--budget-seconds <number>", about: "end cleanly after this many seconds", valueType: "number" },
  {
    flags: "--budget-dollars <number>",
    about: "end cleanly at this cost, as far as prices are known",
    valueType: "number",
  },
])

/** Flags that say how a discussion is held, whether it is new or a fork. */
export interface DiscussionSettingFlags {
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
const knownSettings = [...new Set([...Object.keys(settingsSchema.shape), ...Object.keys(decisionShape)])]

/** What the flags say of settings; those of `--set` first, so that a flag of its own wins. Values are checked later. */
export function settingsFromFlags(flags: DiscussionSettingFlags): Fields {
  return omitUndefined({
    ...Object.fromEntries((flags.set ?? []).map(parseSetting)),
    ...omitUndefined({
      rounds: flags.rounds,
      minRounds: flags.minRounds,
      order: flags.order,
      independentFirstRound: flags.independent,
      waitMs: flags.wait === undefined ? undefined : waitMsOf(flags.wait),
      afterWait: flags.afterWait,
    }),
  })
}

export function budgetFromFlags({ budgetTokens, budgetSeconds, budgetDollars }: DiscussionSettingFlags): Fields {
  return omitUndefined({ tokens: budgetTokens, seconds: budgetSeconds, dollars: budgetDollars })
}

/** A way to decide that is asked for by name makes a format hold a ballot, so these are no mere settings. */
export function isDecisionSetting(name: string): boolean {
  return Object.hasOwn(decisionShape, name)
}

function waitMsOf(seconds: number): number {
  if (seconds > 0) return Math.max(1, Math.round(seconds * 1_000))
  throw invalidInput([{ field: "--wait", message: `must be more than 0, not ${seconds}` }])
}

export function omitUndefined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function parseSetting(text: string): readonly [string, unknown] {
  const equals = text.indexOf("=")
  const name = text.slice(0, equals < 0 ? undefined : equals).trim()
  if (equals < 0 || !knownSettings.includes(name)) {
    const near = closestMatch(name, knownSettings)
    const hint = near ? `did you mean "${near}"?` : `known are ${knownSettings.join(", ")}`
    const what = equals < 0 ? `"${text}" is not setting=value` : `unknown setting "${name}"; ${hint}`
    throw invalidInput([{ field: "--set", message: what }])
  }
  return [name, parseValue(text.slice(equals + 1))]
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export interface SettingDescription {
  readonly name: string
  readonly about: string
  readonly defaultValue: unknown
}

/** Every setting that a discussion may override, with what it is in a format. */
export function describeSettings(format?: string): readonly SettingDescription[] {
  const preset = Object.values(presets).find(({ name }) => name === format)
  const values: Readonly<Record<string, unknown>> = { ...(preset?.settings ?? baseSettings) }
  return Object.entries(settingsSchema.shape).map(([name, { description }]) => ({
    name,
    about: description ?? "",
    defaultValue: values[name],
  }))
}
