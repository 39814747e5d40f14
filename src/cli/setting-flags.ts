import { baseSettings } from "../core/discussion/settings.ts"
import { settingsSchema } from "../core/discussion/settings-schema.ts"
import { invalidField } from "../core/errors.ts"
import { defaultFormat, presets } from "../core/formats/index.ts"
import { languageCodes } from "../core/languages/index.ts"
import { protocolNames } from "../core/protocols/index.ts"
import { closestMatch } from "../core/validation.ts"
import { discussionOperations } from "../operations/discussions.ts"
import { withHeading } from "./command.ts"
import { fieldsFromFlags, optionsOf, setField } from "./operation-options.ts"
import { readJsonFile } from "./text-files.ts"

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
    toField: waitMsOf,
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

export const decisionOptions = withHeading("Decision", [
  ...optionsOf(
    shape.decision.unwrap().shape,
    {
      // Without the library's custom protocols.
      protocol: { flags: "--protocol <name>", choices: protocolNames, defaultText: baseSettings.protocol },
      agreement: { flags: "--agreement <share>", toField: parseAgreement },
      minConfidence: "--min-confidence <number>",
      options: { flags: "--choice <option>", repeatable: true, toField: parseChoices },
      optionOrder: { flags: "--shuffle-choices", toField: () => "shuffled" },
      decide: { flags: "--vote-first", toField: () => "vote-first" },
    },
    "decision.",
  ),
  ...optionsOf(shape, { record: "--record" }),
  { flags: "--no-record", about: "end without a decision record" },
  ...optionsOf(shape, {
    recorder: {
      flags: "--recorder <seat>",
      values: "models",
      toField: (seat: string) => (seat.includes(",") ? seat.split(",") : seat),
    },
    result: { flags: "--result <file>", toField: readJsonFile },
    baseline: "--baseline",
  }),
  { flags: "--baseline-seat <name>", about: "the same with this seat", field: "baseline" },
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

const requestOptions = [...languageAndSeed, ...speakingOptions, ...decisionOptions, ...budgetOptions]

const { options: _, ...decisionShape } = shape.decision.unwrap().shape
const knownSettings = [...new Set([...Object.keys(settingsSchema().shape), ...Object.keys(decisionShape)])]

/**
 * The fields of a new discussion or a fork that flags set. A dedicated flag wins over `--set`. Decision settings of a
 * new discussion are sent separately: naming a protocol adds a ballot to the format.
 */
export function requestFields(flags: object, kind: "discussion" | "fork" = "discussion"): object {
  const { set = [] } = flags as { readonly set?: readonly string[] }
  const fields = {}
  for (const [name, value] of set.map(parseSetting)) {
    const isDecision = kind === "discussion" && Object.hasOwn(decisionShape, name)
    setField(fields, `${isDecision ? "decision" : "options"}.${name}`, value)
  }
  return fieldsFromFlags(requestOptions, flags, fields)
}

function waitMsOf(seconds: number): number {
  if (seconds > 0) return Math.max(1, Math.round(seconds * 1_000))
  throw invalidField("--wait", `must be more than 0, not ${seconds}`)
}

/** A single `proposals` stands for the proposals that the seats will make. */
function parseChoices(choices: readonly string[]): readonly string[] | "proposals" {
  return choices.length === 1 && choices[0] === "proposals" ? "proposals" : choices
}

function parseAgreement(text: string): unknown {
  if (text === "all" || text === "any") return text
  const share = text.trim() === "" ? Number.NaN : Number(text)
  if (share >= 0 && share <= 1) return share
  throw invalidField("--agreement", `must be all, any, or a share such as 0.6, not "${text}"`)
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
