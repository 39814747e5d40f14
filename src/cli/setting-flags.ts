import { baseSettings } from "../core/discussion/settings.ts"
import { settingsSchema } from "../core/discussion/settings-schema.ts"
import { invalidField } from "../core/errors.ts"
import { defaultFormat, presets } from "../core/formats/index.ts"
import { languageCodes } from "../core/languages/index.ts"
import { omitUndefined } from "../core/omit-undefined.ts"
import { closestMatch } from "../core/validation.ts"
import { discussionOperations } from "../operations/discussions.ts"
import { withHeading } from "./command.ts"
import { optionsOf } from "./operation-options.ts"

const { shape } = discussionOperations.discuss.input

export const languageAndSeed = optionsOf(shape, {
  language: { flags: "--language <code>", choices: languageCodes },
  seed: "--seed <number>",
})

export const speakingOptions = withHeading("Rounds and turns", [
  ...optionsOf(
    settingsSchema().shape,
    {
      rounds: "-r, --rounds <number>",
      minRounds: "--min-rounds <number>",
      order: "--order <order>",
      independentFirstRound: "--independent",
    },
    "options.",
  ),
  {
    flags: "--wait <seconds>",
    about: "how long to wait for a person or external agent",
    field: "options.waitMs",
    valueType: "number",
    defaultText: "no limit",
  },
  ...optionsOf(
    settingsSchema().shape,
    { afterWait: { flags: "--after-wait <what>", defaultText: baseSettings.afterWait } },
    "options.",
  ),
  {
    flags: "--set <setting=value>",
    about: "any setting, such as temperature=0.2; `conclave discuss --set help` lists them",
    repeatable: true,
  },
])

export const budgetOptions = withHeading(
  "Budget",
  optionsOf(
    shape.budget.unwrap().shape,
    {
      tokens: "--budget-tokens <number>",
      seconds: "--budget-seconds <number>",
      dollars: "--budget-dollars <number>",
    },
    "budget.",
  ),
)

/** Flags of settings, for new discussions and forks. */
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

type Fields = Readonly<Record<string, unknown>>

const { options: _, ...decisionShape } = shape.decision.unwrap().shape
const knownSettings = [...new Set([...Object.keys(settingsSchema().shape), ...Object.keys(decisionShape)])]

/** Settings from the flags. A dedicated flag wins over `--set`. Values are validated later. */
export function settingsFromFlags(flags: DiscussionSettingFlags): Fields {
  return {
    ...Object.fromEntries((flags.set ?? []).map(parseSetting)),
    ...omitUndefined({
      rounds: flags.rounds,
      minRounds: flags.minRounds,
      order: flags.order,
      independentFirstRound: flags.independent,
      waitMs: flags.wait === undefined ? undefined : waitMsOf(flags.wait),
      afterWait: flags.afterWait,
    }),
  }
}

export function budgetFromFlags({ budgetTokens, budgetSeconds, budgetDollars }: DiscussionSettingFlags): Fields {
  return omitUndefined({ tokens: budgetTokens, seconds: budgetSeconds, dollars: budgetDollars })
}

/** Decision settings are sent separately: naming a protocol adds a ballot to the format. */
export function isDecisionSetting(name: string): boolean {
  return Object.hasOwn(decisionShape, name)
}

function waitMsOf(seconds: number): number {
  if (seconds > 0) return Math.max(1, Math.round(seconds * 1_000))
  throw invalidField("--wait", `must be more than 0, not ${seconds}`)
}

/** Undefined for an empty object, so that it is not sent. */
export function ifNotEmpty(fields: Fields): Fields | undefined {
  return Object.keys(fields).length > 0 ? fields : undefined
}

function parseSetting(text: string): readonly [string, unknown] {
  const equals = text.indexOf("=")
  const name = text.slice(0, equals < 0 ? undefined : equals).trim()
  if (equals < 0 || !knownSettings.includes(name)) {
    const near = closestMatch(name, knownSettings)
    const hint = near ? `did you mean "${near}"?` : `known are ${knownSettings.join(", ")}`
    const what = equals < 0 ? `"${text}" must be setting=value` : `unknown setting "${name}"; ${hint}`
    throw invalidField("--set", what)
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

/** All settings, with their values in a format. */
export function describeSettings(format = defaultFormat.name as string) {
  const { settings } = Object.values(presets).find(({ name }) => name === format) ?? defaultFormat
  const values: Readonly<Record<string, unknown>> = { ...settings }
  const entries = Object.entries(settingsSchema().shape)
  return entries.map(([name, { description: about = "" }]) => ({ name, about, defaultValue: values[name] }))
}
