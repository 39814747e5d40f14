import { z } from "zod"
import { type PresetName, presetNames } from "../core/formats/index.ts"
import type { TableDefaults } from "../core/formats/lay-table.ts"
import type { Settings } from "../core/formats/settings.ts"
import { read } from "../core/problems.ts"

/** What `conclave.yaml` may hold. Names are those of the file. */
export const configSchema = z.strictObject({
  model: z.string().optional().describe("for seats that name none; rehearsal/auto unless set"),
  language: z.string().optional(),
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

const defaultRoundsCeiling = 10

/** What a configuration says of every discussion that does not say otherwise itself. */
export function tableDefaults(input: unknown): Omit<TableDefaults, "seed"> {
  const config = read(configSchema, input, "config")
  return {
    model: config.model ?? "rehearsal/auto",
    language: config.language ?? "en",
    roundsCeiling: config.consensus?.max_rounds ?? defaultRoundsCeiling,
    settings: Object.fromEntries(presetNames.map((name) => [name, settingsFor(name, config)])),
  }
}

type Parsed = z.output<typeof configSchema>

function settingsFor(name: PresetName, config: Parsed): Partial<Settings> {
  const { consensus, memory_management: memory } = config
  return present({
    agreement: consensus?.agreement_threshold,
    rounds: name === "hive" ? consensus?.discussion_rounds : undefined,
    ...(name === "assembly" && {
      statementMinLength: config.statement_min_length,
      statementRetries: config.statement_validation_retries,
      historyMaxLength: config.public_history_max_length,
      memoryStyle: memory?.guidance_style,
      memoryStatementMaxLength: memory?.statement_max_length,
      memoryTruncation: memory?.enable_truncation,
      finisherRestriction: config.finisher_restrictions_active,
      order: config.use_fixed_speaking_order ? "fixed" : undefined,
    }),
  })
}

type Maybe<T> = { readonly [K in keyof T]?: T[K] | undefined }

function present(settings: Maybe<Settings>): Partial<Settings> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}
