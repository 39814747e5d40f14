import type { Settings } from "../core/discussion/settings.ts"
import { configurableSettings, presetNames } from "../core/formats/index.ts"
import type { TableDefaults } from "../core/tables/resolve-table.ts"
import type { TableRegistry } from "../core/tables/table-file.ts"
import type { ParsedConfig } from "./config.ts"

/** What a configuration says of every discussion that does not say otherwise itself. */
export function tableDefaults(config: ParsedConfig, tables: TableRegistry): Omit<TableDefaults, "seed"> {
  const configured = Object.entries(configuredSettings(config)).filter(([, value]) => value !== undefined)
  const settingsOf = (allowed: readonly string[]) =>
    Object.fromEntries(configured.filter(([name]) => allowed.includes(name)))
  const byPreset = Object.fromEntries(presetNames.map((name) => [name, settingsOf(configurableSettings[name])]))
  return {
    model: config.model ?? "rehearsal/auto",
    language: config.language ?? "en",
    settings: {
      ...byPreset,
      panel: { ...byPreset.panel, ...(config.panel?.rounds && { rounds: config.panel.rounds }) },
    },
    tables,
  }
}

/** The keys of the file in the words of the settings. */
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
