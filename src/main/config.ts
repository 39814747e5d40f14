import { z } from "zod"
import { toolKinds } from "../core/discussion/seat.ts"
import type { Settings } from "../core/discussion/settings.ts"
import { settingsSchema } from "../core/discussion/settings-schema.ts"
import { type FieldProblem, invalidInput } from "../core/errors.ts"
import { configurableSettings, defaultModel, type PresetName, presetNames } from "../core/formats/index.ts"
import { lazy } from "../core/lazy.ts"
import { omitUndefined } from "../core/omit-undefined.ts"
import type { TableDefaults } from "../core/tables/resolve-table.ts"
import type { TableRegistry } from "../core/tables/table-file.ts"
import { parse } from "../core/validation.ts"
import {
  findProvider,
  isProviderName,
  type OwnProvider,
  type ProviderName,
  providerNames,
  serverName,
} from "../models/providers/list.ts"

const maxAgents = 50

/** The schema of `conclave.yaml`. */
export const configSchema = lazy(() => {
  const integer = (min: number, max: number) => z.number().int().min(min).max(max).optional()
  const texts = () => z.array(z.string().max(300)).max(100).optional()
  const agents = <Fields extends z.ZodRawShape>(example: string, fields: Fields) =>
    z
      .record(
        z.string().regex(/^[a-z0-9][\w.-]{0,59}$/i, `must be a plain name, such as ${example}`),
        z.strictObject(fields),
      )
      .refine((named) => Object.keys(named).length <= maxAgents, `must have at most ${maxAgents} agents`)
      .meta({ maxProperties: maxAgents })
      .optional()

  const providerSchema = z.strictObject({
    base_url: z.url({ protocol: /^https?$/, error: "must be a URL such as http://127.0.0.1:8080/v1" }).optional(),
    concurrency: integer(1, 10_000).describe(
      "maximum number of concurrent calls (default: 1 for local servers, else unlimited)",
    ),
  })

  const providerShape = {
    ...(Object.fromEntries(providerNames.map((name) => [name, providerSchema.optional()])) as {
      readonly [N in OwnProvider]: z.ZodOptional<typeof providerSchema>
    }),
    compatible: providerSchema
      .extend({
        servers: z
          .record(z.string(), providerSchema)
          .refine((servers) => Object.keys(servers).every((name) => serverName.test(name)), {
            error: "names must be lowercase letters, digits and hyphens, like lab; its models are compatible:lab/…",
          })
          .refine((servers) => Object.keys(servers).length <= 100, "must be at most 100")
          .meta({ maxProperties: 100 })
          .optional()
          .describe("more OpenAI-compatible servers by name; the models of `lab` are compatible:lab/…"),
      })
      .optional(),
  }

  const { rounds, statementRetries, historyMaxLength, memoryStatementMaxLength } = settingsSchema().shape

  const assemblySettings = z.strictObject({
    statement_min_length: integer(0, 10_000),
    statement_validation_retries: statementRetries.optional(),
    public_history_max_length: historyMaxLength.optional(),
    memory_management: z
      .strictObject({
        guidance_style: z.enum(["none", "narrative", "structured"]).optional(),
        statement_max_length: memoryStatementMaxLength.optional(),
        enable_truncation: z
          .boolean()
          .optional()
          .describe("false: memory lines are not cut, and memories are not trimmed"),
      })
      .optional(),
    finisher_restrictions_active: z.boolean().optional(),
    use_fixed_speaking_order: z.boolean().optional(),
  })

  return z.strictObject({
    model: z.string().max(200).optional().describe(`for seats without a model (default: ${defaultModel})`),
    language: z.string().max(35).optional(),
    providers: z.strictObject(providerShape).optional(),
    acp: agents("reviewer", {
      command: z.array(z.string().min(1).max(1_000)).min(1).max(50).describe("the program and its arguments"),
      folder: z.string().min(1).max(1_000).optional().describe("its working directory (default: a new empty folder)"),
      permissions: z
        .array(z.enum(toolKinds))
        .max(toolKinds.length)
        .optional()
        .describe("what a table may permit it if the server is reachable from other machines (default: nothing)"),
    }).describe("local ACP agents, usable as the model `acp/<name>`"),
    a2a: agents("planner", {
      url: z
        .url({ protocol: /^https?$/, error: "must be a URL such as https://agent.example" })
        .max(1_000)
        .describe("the base URL of its agent card; its key is A2A_<NAME>_API_KEY in the environment"),
    }).describe("A2A agents, usable as the model `a2a/<name>`"),
    server: z
      .strictObject({
        hosts: texts().describe("accepted host names besides localhost and IP addresses"),
        origins: texts().describe("other origins whose pages may call the API, such as https://app.example"),
        trust_proxy: z
          .boolean()
          .optional()
          .describe("on loopback: whether requests forwarded by a proxy need no key, like those of this machine"),
        workers: integer(0, 100_000).describe("maximum number of discussions that one process runs at once"),
        requests_per_minute: integer(1, 1e9).describe("requests per key, or per address without keys"),
        streams_per_key: integer(1, 1e6).describe("maximum number of open event streams per key"),
        body_limit: integer(1_000, 100_000_000).describe("maximum request size in bytes"),
      })
      .optional(),
    consensus: z
      .strictObject({
        discussion_rounds: rounds.optional(),
        agreement_threshold: z.union([z.enum(["all", "any"]), z.number().min(0).max(1)]).optional(),
        max_rounds: rounds.optional().describe("accepted but ignored"),
      })
      .optional(),
    panel: z
      .strictObject({ rounds: rounds.optional() })
      .optional()
      .describe("defaults for panels; a project's own settings win"),
    phase2_settings: assemblySettings.optional().describe("settings of assemblies; they may also be at the top level"),
    ...assemblySettings.shape,
  })
})

export type Config = z.input<ReturnType<typeof configSchema>>
export type ParsedConfig = Readonly<z.output<ReturnType<typeof configSchema>>>

/** Throws INPUT_INVALID for every wrong field, and for anything that looks like a key: keys belong in the environment. */
export function parseConfig(input: unknown): ParsedConfig {
  const secrets = findSecrets(input)
  if (secrets.length > 0) throw invalidInput(secrets)
  return parse(configSchema(), input, "config")
}

function variableFor(field: string): string | undefined {
  const name = field.replace("compatible.servers.", "compatible:")
  return isProviderName(name) ? findProvider(name).variables.apiKey : undefined
}

/** The settings of a provider, or of a named compatible server. */
export function providerConfig({ providers }: ParsedConfig, name: ProviderName) {
  const server = name.startsWith("compatible:") ? name.slice("compatible:".length) : undefined
  return server === undefined ? providers?.[name as OwnProvider] : providers?.compatible?.servers?.[server]
}

function findSecrets(input: unknown): readonly FieldProblem[] {
  const providers = fieldsOf(fieldsOf(input).providers)
  const servers = Object.entries(fieldsOf(fieldsOf(providers.compatible).servers))
  const named = servers.map(([name, settings]) => [`compatible.servers.${name}`, settings] as const)
  return [...Object.entries(providers), ...named].flatMap(([name, settings]) =>
    Object.entries(fieldsOf(settings)).flatMap(([key, value]): FieldProblem[] => {
      const field = `config.providers.${name}.${key}`
      if (/key|token|secret|password/i.test(key)) {
        const variable = variableFor(name) || "the provider's variable"
        const fix = `set ${variable} in the environment, or use conclave login`
        return [{ field, message: `keys do not belong in this file; ${fix}` }]
      }
      if (typeof value === "string" && /^\w+:\/\/[^/]*@/.test(value)) {
        return [{ field, message: "must not contain a user name or password" }]
      }
      return []
    }),
  )
}

export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
}

/** Defaults for discussions, from the configuration. */
export function tableDefaults(config: ParsedConfig, tables: TableRegistry): Omit<TableDefaults, "seed"> {
  const configured = Object.entries(configuredSettings(config)).filter(([, value]) => value !== undefined)
  const settingsOf = (allowed: readonly string[]) =>
    Object.fromEntries(configured.filter(([name]) => allowed.includes(name)))
  const ownSettings: Readonly<Partial<Record<PresetName, object | undefined>>> = config
  return {
    model: config.model ?? defaultModel,
    language: config.language ?? "en",
    settings: Object.fromEntries(
      presetNames.map((name) => [
        name,
        { ...settingsOf(configurableSettings[name]), ...omitUndefined(ownSettings[name] ?? {}) },
      ]),
    ),
    tables,
  }
}

/** Maps the file's keys to settings. */
function configuredSettings({ phase2_settings, ...given }: ParsedConfig): {
  readonly [Name in keyof Settings]?: Settings[Name] | undefined
} {
  const config = { ...given, ...phase2_settings }
  const { consensus, memory_management: memory } = config
  return {
    agreement: consensus?.agreement_threshold,
    rounds: consensus?.discussion_rounds,
    statementMinLength: config.statement_min_length,
    statementRetries: config.statement_validation_retries,
    historyMaxLength: config.public_history_max_length,
    memoryStyle: memory?.guidance_style,
    memoryStatementMaxLength: memory?.statement_max_length,
    memoryTruncation: memory?.enable_truncation,
    finisherRestriction: config.finisher_restrictions_active,
    order: config.use_fixed_speaking_order ? "fixed" : undefined,
  }
}
