import type { DiscussionEvent } from "../core/discussion/event.ts"
import { fold } from "../core/discussion/fold.ts"
import type { Table } from "../core/discussion/table.ts"
import { ConclaveError, type FieldProblem } from "../core/errors.ts"
import type { DiscussionInput } from "../core/formats/discussion-input.ts"
import { layTable } from "../core/formats/lay-table.ts"
import { hash } from "../core/random.ts"
import { type EngineContext, fail, LiveTurns, LocalRunner, runDiscussion, start } from "../engine/index.ts"
import { modelCatalogue } from "../models/catalogue.ts"
import { rehearsalModel, rehearsalNames } from "../models/rehearsal/index.ts"
import type { Clock } from "../ports/clock.ts"
import type { Ids } from "../ports/ids.ts"
import type { Model, Models } from "../ports/model.ts"
import { MemoryDiscussionStore } from "../stores/memory/memory-discussion-store.ts"
import { type Config, tableDefaults } from "./config.ts"
import { Run } from "./run.ts"
import { systemClock, systemIds } from "./system-ports.ts"

export interface ConclaveOptions {
  /** What `conclave.yaml` would hold. */
  readonly config?: Config
  /** Models of your own, found before the built-in ones. */
  readonly models?: readonly Model[]
  /** Rehearsal models speak at a pace that can be read along; off unless asked for. */
  readonly paced?: boolean
  readonly clock?: Clock
  readonly ids?: Ids
}

export interface Conclave {
  /** Starts a discussion. Throws at once, before any model is called, where it was asked for wrongly. */
  discuss(input: DiscussionInput): Run
  /** Lets go of every discussion where it stands. */
  close(): void
}

/** A table of your own, in this process. */
export function conclave(options: ConclaveOptions = {}): Conclave {
  const { clock = systemClock, ids = systemIds } = options
  const defaults = tableDefaults(options.config ?? {})
  const models = availableModels(options, clock)
  const runner = new LocalRunner(
    (discussionId, now) => runDiscussion(context, discussionId, { now }),
    (discussionId, error) => void fail({ context, input: { discussionId, error } }),
  )
  const context: EngineContext = {
    store: new MemoryDiscussionStore((discussionId) => runner.schedule(discussionId)),
    live: new LiveTurns(),
    models,
    clock,
  }
  return {
    discuss(input) {
      const discussionId = ids.discussion()
      const table = layTable(input, { ...defaults, seed: hash(discussionId) })
      checkModels(table, models)
      const started = start({ context, input: { discussionId, table } })
      const created: DiscussionEvent = { type: "discussion_created", data: { table }, seq: 1, at: clock.now() }
      return new Run(context, fold(discussionId, [created]), started)
    },
    close: () => runner.stop(),
  }
}

function availableModels({ models = [], paced = false }: ConclaveOptions, clock: Clock): Models {
  const pause = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const goOn = () => {
        cancel()
        signal.removeEventListener("abort", goOn)
        resolve()
      }
      const cancel = clock.after(ms, goOn)
      signal.addEventListener("abort", goOn)
    })
  return modelCatalogue([
    { names: models.map((model) => model.id), find: (name) => models.find((model) => model.id === name) },
    { names: rehearsalNames, find: (name) => rehearsalModel(name, paced ? { pause } : {}) },
  ])
}

/** A model that nobody has is found out before anyone speaks. */
function checkModels({ seats }: Table, models: Models): void {
  const problems = seats.flatMap(({ model }, index): FieldProblem[] => {
    if (model === undefined) return []
    try {
      models.find(model)
      return []
    } catch (error) {
      if (!(error instanceof ConclaveError)) throw error
      return [{ field: `seats[${index}].model`, message: error.message }]
    }
  })
  const [first] = problems
  if (first) throw new ConclaveError("MODEL_UNKNOWN", `${first.field}: ${first.message}`, { problems })
}
