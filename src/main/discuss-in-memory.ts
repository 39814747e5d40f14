import type { LocalDiscussions } from "../cli/command.ts"
import { resolveDiscussionTable } from "../engine/verbs/create-discussion.ts"
import { discussionLine, recordingFile, recordModels } from "../models/replay/record-models.ts"
import type { Recording } from "../models/replay/recording.ts"
import { replayModels } from "../models/replay/replay-models.ts"
import { availableModels } from "./available-models.ts"
import { tableDefaults } from "./config.ts"
import { createMemoryEngine } from "./embedded-engine.ts"
import type { ProcessSettings } from "./process-settings.ts"
import { resolveProviders } from "./resolve-providers.ts"
import { startRun } from "./run.ts"
import { systemClock as clock, type Environment, systemIds } from "./system-ports.ts"
import { createTableRegistry } from "./table-files.ts"

interface InMemoryOptions extends Pick<ProcessSettings, "config" | "credentials" | "tables"> {
  readonly env: Environment
  readonly record: string | undefined
  /** Its models take precedence, under their original names. */
  readonly replayed: Recording | undefined
}

/** Runs discussions one by one in memory; they share models and their concurrency limits. */
export function discussInMemory(options: InMemoryOptions): LocalDiscussions {
  const { config, credentials, tables, env, record, replayed } = options
  const recorded = replayed ? replayModels(replayed) : []
  const own = recorded.map((model) => ({ ...model, id: model.id.replace(/^replay\//, "") }))
  const providers = resolveProviders(env, config, credentials)
  const available = availableModels({ providers, config, own, paced: false, clock, env })
  const write = record === undefined ? undefined : recordingFile(record, "--record")
  const models = write ? recordModels(available, write) : available
  const defaults = tableDefaults(config, createTableRegistry(tables))
  const resolve = (request: object, discussionId = "") =>
    resolveDiscussionTable({ discussionId, request, defaults }, models)
  const discuss: LocalDiscussions["discuss"] = async (request) => {
    const { context, stop } = createMemoryEngine(models, clock)
    const discussionId = systemIds.discussion()
    const table = resolve(request, discussionId)
    write?.(discussionLine(discussionId, table))
    const run = startRun(context, { discussionId, table, clock })
    try {
      let reason: string | undefined
      for await (const event of run) if (event.type === "turn_skipped") reason = event.data.error.message
      await run.outcome
      const { outcome } = run.state
      if (!outcome?.error || reason === undefined) return run.state
      // The error refers to an event that nobody can look up later.
      const message = outcome.error.message.replace("; see turn_skipped", `: ${reason}`)
      return { ...run.state, outcome: { ...outcome, error: { ...outcome.error, message } } }
    } finally {
      stop()
    }
  }
  return { discuss, resolve }
}
