import { z } from "zod"
import { type FieldProblem, invalidInput } from "../core/errors.ts"
import { parse } from "../core/validation.ts"
import { type ProviderName, providerNames, providerVariables } from "../models/providers/provider-settings.ts"

const providerSchema = z.strictObject({
  base_url: z.url({ protocol: /^https?$/, error: "must be an address such as http://127.0.0.1:8080/v1" }).optional(),
  concurrency: z.number().int().min(1).optional().describe("calls at a time; local servers take one unless set"),
})

const providerShape = Object.fromEntries(providerNames.map((name) => [name, providerSchema.optional()])) as {
  readonly [N in ProviderName]: z.ZodOptional<typeof providerSchema>
}

/** What `conclave.yaml` may hold. Names are those of the file. */
export const configSchema = z.strictObject({
  model: z.string().optional().describe("for seats that name none; rehearsal/auto unless set"),
  language: z.string().optional(),
  providers: z.strictObject(providerShape).optional(),
  server: z
    .strictObject({
      hosts: z.array(z.string()).optional().describe("names that it answers to besides localhost and plain addresses"),
      origins: z
        .array(z.string())
        .optional()
        .describe("pages of other origins that may call it, like https://app.example"),
      workers: z.number().int().min(0).optional().describe("discussions that one process runs at once"),
      requests_per_minute: z.number().int().min(1).optional().describe("of one key, or of one address without keys"),
      streams_per_key: z.number().int().min(1).optional().describe("event streams that one key may have open"),
      body_limit: z.number().int().min(1_000).optional().describe("bytes that a request may have"),
    })
    .optional(),
  consensus: z
    .strictObject({
      discussion_rounds: z.number().int().min(1).optional(),
      agreement_threshold: z.union([z.enum(["all", "any"]), z.number().min(0).max(1)]).optional(),
      max_rounds: z.number().int().min(1).optional(),
    })
    .optional(),
  statement_min_length: z.number().int().min(0).optional(),
  statement_validation_retries: z.number().int().min(0).optional(),
  public_history_max_length: z.number().int().min(1_000).optional(),
  memory_management: z
    .strictObject({
      guidance_style: z.enum(["none", "narrative", "structured"]).optional(),
      statement_max_length: z.number().int().min(20).optional(),
      enable_truncation: z.boolean().optional(),
    })
    .optional(),
  finisher_restrictions_active: z.boolean().optional(),
  use_fixed_speaking_order: z.boolean().optional(),
})

export type Config = z.input<typeof configSchema>
export type ParsedConfig = Readonly<z.output<typeof configSchema>>

/** Throws INPUT_INVALID naming every wrong field, and whatever looks like a key: keys belong in the environment. */
export function parseConfig(input: unknown): ParsedConfig {
  const secrets = findSecrets(input)
  if (secrets.length > 0) throw invalidInput(secrets)
  return parse(configSchema, input, "config")
}

function findSecrets(input: unknown): readonly FieldProblem[] {
  return Object.entries(fieldsOf(fieldsOf(input).providers)).flatMap(([name, settings]) =>
    Object.entries(fieldsOf(settings)).flatMap(([key, value]): FieldProblem[] => {
      const field = `config.providers.${name}.${key}`
      if (/key|token|secret|password/i.test(key)) {
        const variable = providerNames.find((known) => known === name)
        const set = (variable && providerVariables[variable].apiKey) ?? "the provider's variable"
        return [{ field, message: `keys are not kept in files; set ${set} in the environment` }]
      }
      if (typeof value === "string" && /^\w+:\/\/[^/]*@/.test(value)) {
        return [{ field, message: "has a user or password in it; leave them out" }]
      }
      return []
    }),
  )
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
}
