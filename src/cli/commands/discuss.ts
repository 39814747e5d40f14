import { invalidField } from "../../core/errors.ts"
import { seatInputSchema } from "../../core/formats/discussion-input.ts"
import { defaultFormat, defaultModel, isPresetName, presetNames, presets } from "../../core/formats/index.ts"
import type { DiscussionInput } from "../../core/tables/discussion-request.ts"
import { discussionOperations } from "../../operations/discussions.ts"
import { chooseModel } from "../choose-model.ts"
import type { Client } from "../client.ts"
import { command, groups, type Host, type OptionDefinition, withClient, withHeading, writeJson } from "../command.ts"
import { assertModelsAvailable, confirmStart } from "../confirm-start.ts"
import { buildDiscussionInput, type DiscussFlags, hasOpenSeats } from "../discussion-input.ts"
import { exitCodes } from "../exit-codes.ts"
import { argumentOf, commandOf, optionsOf, orPiped } from "../operation-options.ts"
import { checkOutFile, type OutputOptions, outputOptions, watchToEnd } from "../report-outcome.ts"
import { budgetOptions, decisionOptions, describeSettings, languageAndSeed, speakingOptions } from "../setting-flags.ts"
import type { Terminal } from "../terminal.ts"
import { readJsonFile, readMaterials } from "../text-files.ts"
import { wrapText } from "../text-layout.ts"

interface Options extends DiscussFlags, OutputOptions {
  readonly table?: string
  readonly attach?: readonly string[]
  readonly weights?: string
  readonly yes?: true
  readonly category?: string
  readonly recording?: string
  readonly quick?: true
  readonly deep?: true
}

const { shape } = discussionOperations.discuss.input

const paces = {
  quick: { rounds: 1, effort: "low", record: false },
  deep: { rounds: 5, effort: "high", independent: true, record: true },
} as const satisfies Readonly<Record<string, DiscussFlags>>

function paceText({ rounds, effort, independent, record }: DiscussFlags): string {
  const first = independent ? ["an independent first round"] : []
  const limit = rounds === 1 ? "1 round" : `up to ${rounds} rounds`
  return [limit, `${effort} effort`, ...first, `${record ? "a" : "no"} decision record`].join(", ")
}

const paceOptions: readonly OptionDefinition[] = [
  { flags: "--quick", about: `${paceText(paces.quick)}; other flags win` },
  { flags: "--deep", about: `${paceText(paces.deep)}; other flags win` },
]

/** Applies `--quick` or `--deep` and announces it. Explicit flags win. */
export function withPace(options: Options, { note }: Terminal): Options {
  const name = options.quick ? "quick" : options.deep ? "deep" : undefined
  if (name === undefined) return options
  if (options.quick && options.deep) throw invalidField("--deep", "cannot be used with --quick")
  note(`${name}: ${paceText(paces[name])}\n`)
  return { ...paces[name], ...options }
}

const optionDefinitions: readonly OptionDefinition[] = [
  ...withHeading("Table", [
    ...optionsOf(shape, {
      format: { flags: "-f, --format <name>", choices: presetNames, defaultText: defaultFormat.name },
      table: { flags: "-t, --table <table>", values: "tables" },
      seats: { flags: "-s, --seat <seat>", values: "seats" },
    }),
    {
      flags: "-m, --model <name>",
      values: "models",
      about: "model for seats without one",
      defaultText: `the configuration's, else a ready one, else ${defaultModel}`,
    },
    ...optionsOf(shape, { materials: "-a, --attach <file>" }),
    ...optionsOf(seatInputSchema().shape.options.unwrap().shape, { effort: "--effort <level>" }, "seats.options."),
    ...languageAndSeed,
  ]),
  ...withHeading("Rounds and turns", paceOptions),
  ...speakingOptions,
  ...decisionOptions,
  ...withHeading("Decision", [
    { flags: "--weights <file>", about: "vote weights by model, from `conclave eval --save`" },
    { flags: "--category <name>", about: "with --weights: use this category's weights, if any" },
  ]),
  ...budgetOptions,
  ...outputOptions,
  {
    flags: "--recording <file>",
    about: "also record all model calls, for `conclave replay`",
    group: "Output",
  },
  { flags: "-y, --yes", about: "start large discussions without asking for confirmation", group: "Budget" },
]

export const commands = [
  command<Options>({
    group: groups.discuss,
    ...commandOf(
      discussionOperations.discuss,
      "Without --seat, the format's default seats are used, all with the same model (--model).",
      'A seat is `model`, `Name=model` or `Name:role=model`. Instead of a model, write `human` (you are asked when it is the seat\'s turn), `external` (an external agent), or several models separated by commas, to fall back on. `*2` at the end sets the weight of its vote. For all other fields, use JSON: `{"name":"Ann","persona":"…"}`.',
      "Files attached with -a and piped input become numbered materials that every seat sees with the topic. Without a topic, or with `-`, piped input is the topic.",
      "Type to add a comment while it runs. Ctrl-C aborts the discussion; what was said is kept.",
    ),
    arguments: [argumentOf("topic", shape.topic, { ...orPiped, optional: true })],
    options: optionDefinitions,
    examples: [
      'conclave discuss "Tabs or spaces?"',
      'conclave discuss "Which database?" --format duet --seat openai/gpt-5 --seat anthropic/claude-sonnet-4-5',
      'conclave discuss "Is this plan sound?" -a plan.md -a budget.csv',
      'git diff | conclave discuss "Review this change." --table peer-review --quiet',
      'conclave discuss "Where to?" -f assembly --choice sea --choice mountains -s Ann=human -s Bo -s Cy',
      'conclave discuss "How to heat the school?" --protocol borda --choice wind --choice sun --choice wood',
    ],
    async run(context) {
      const { args, terminal, host } = context
      const options = withPace(context.options, terminal)
      if (options.set?.includes("help")) return showSettings(options, terminal)
      await checkOutFile(options)
      const table = options.table === undefined ? undefined : await host.findTable(options.table)
      const given = args[0] ?? table?.topic
      const attached = readMaterials(options.attach ?? [])
      const { topic, piped } = await readTopic(given, terminal)
      const materials = piped === undefined ? attached : [...attached, { name: "standard input", text: piped }]
      // Without a table of that name, --table names a format; --format wins.
      const format = options.format ?? (table ? undefined : options.table)
      const flags = { ...options, materials, ...(format !== undefined && { format }) }
      const isOpen = options.model === undefined && hasOpenSeats(flags, table)
      const model = isOpen ? await chooseModel(context) : options.model
      noteAddedBallot(options.protocol, table ? undefined : (format ?? defaultFormat.name), terminal)
      const requested = buildDiscussionInput(topic, { ...flags, ...(model !== undefined && { model }) }, table)
      const input = await applyWeightsFile(requested, options)
      if (options.recording !== undefined) await assertNoOtherRunner(host)
      const discuss = async (client: Client) => {
        const estimate = await client.estimate(input)
        await assertModelsAvailable(estimate, input, host)
        if (!(await confirmStart(estimate, terminal, options))) {
          terminal.note("nothing was started\n")
          return exitCodes.aborted
        }
        return watchToEnd(context, client, client.discuss(input))
      }
      return withClient(context, "run", discuss, options.recording)
    },
  }),
]

/** Announces that --protocol adds a ballot to a format without one: a call per seat and round. */
function noteAddedBallot(protocol: string | undefined, format: string | undefined, { note }: Terminal): void {
  if (protocol === undefined || format === undefined || !isPresetName(format)) return
  const votes = presets[format].stages.some(({ kind }) => kind === "ballot")
  if (votes || protocol === "chair") return
  note(`${format} has no votes by default: --protocol ${protocol} adds a ballot to every round\n`)
}

/** A running server may pick up the discussion, and its model calls would not be recorded. */
async function assertNoOtherRunner(host: Host): Promise<void> {
  const server = await host.withStorage((storage) => storage.serverAddress())
  if (server === undefined) return
  const message = `the server at ${server} may run the discussion without recording it; use another folder with --data`
  throw invalidField("--recording", message)
}

async function applyWeightsFile(input: DiscussionInput, { weights, category }: Options): Promise<DiscussionInput> {
  if (weights === undefined) return input
  const { applyWeights, parseSavedWeights } = await import("../../evaluation/saved-weights.ts")
  return applyWeights(input, parseSavedWeights(readJsonFile(weights), weights), category)
}

function showSettings({ format, json }: Options, terminal: Terminal): undefined {
  const settings = describeSettings(format)
  if (json) return writeJson(terminal, { settings })
  const indent = " ".repeat(32)
  for (const { name, defaultValue, about } of settings) {
    const label = `${name}=${JSON.stringify(defaultValue)}`
    const text = wrapText(about, Math.min(terminal.width(), 100), indent)
    const isShort = label.length < indent.length - 1
    terminal.write(isShort ? label.padEnd(indent.length) + text.slice(indent.length) : `${label}\n${text}`)
  }
}

/** Piped input is the topic, or material if a topic was given. */
async function readTopic(
  given: string | undefined,
  terminal: Terminal,
): Promise<{ readonly topic: string; readonly piped?: string }> {
  const isWanted = given === undefined || given === "-"
  const piped = (await terminal.readPiped(isWanted))?.trim()
  if (!isWanted) return { topic: given, ...(piped && { piped }) }
  if (piped) return { topic: piped }
  throw invalidField("topic", 'is required: conclave discuss "Tabs or spaces?"')
}
