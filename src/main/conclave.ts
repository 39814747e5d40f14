import { z } from "zod"
import type { ForkChanges } from "../core/steering/create-fork.ts"
import type { DiscussionInput } from "../core/tables/discussion-request.ts"
import { resolveDiscussionTable } from "../engine/verbs/create-discussion.ts"
import { type Discovery, discover } from "../models/discovery.ts"
import { discussionLine, recordingFile, recordModels, type WriteLine } from "../models/replay/record-models.ts"
import type { Clock } from "../ports/clock.ts"
import type { Ids } from "../ports/ids.ts"
import type { Model } from "../ports/model.ts"
import { availableModels } from "./available-models.ts"
import { type Config, parseConfig } from "./config.ts"
import { createMemoryEngine } from "./embedded-engine.ts"
import { type Environment, systemEnvironment } from "./environment.ts"
import { resolveProviders } from "./resolve-providers.ts"
import type { Run } from "./run.ts"
import { systemClock, systemIds } from "./system-ports.ts"
import { tableDefaults } from "./table-defaults.ts"
import { createTableRegistry } from "./table-files.ts"

export interface ConclaveOptions {
  /** What `conclave.yaml` would hold. */
  readonly config?: Config
  /** Where keys and addresses of providers are looked up; the process's own unless given. */
  readonly env?: Environment
  /** A folder of table files that can be named besides those that come with Conclave. */
  readonly tables?: string
  /** Models of your own, found before the built-in ones. */
  readonly models?: readonly Model[]
  /** Writes down what models are asked and answer, to a file or line by line, so that it can be replayed. */
  readonly record?: string | WriteLine
  /** Rehearsal models speak at a pace that can be read along; off unless asked for. */
  readonly paced?: boolean
  /** Where the time comes from; the system's unless given. */
  readonly clock?: Clock
  /** Where ids of discussions come from; random UUIDs unless given. */
  readonly ids?: Ids
}

export interface ForkRequest {
  /** The last turn to take over, by its id or number; 0 takes over none. */
  readonly atTurn: string | number
  /** Other seats, models, settings or topic from there on. */
  readonly changes?: ForkChanges
}

export interface Conclave {
  /** Starts a discussion. Throws at once, before any model is called, where it was asked for wrongly. */
  discuss(input: DiscussionInput): Run
  /** Starts a new discussion from a turn of an earlier one of this instance, which stays as it was. */
  fork(discussion: Pick<Run, "id">, fork: ForkRequest): Promise<Run>
  /** Which providers can be used and which models are there. Asks local servers, briefly; never throws. */
  models(): Promise<Discovery>
  /** Stops every discussion where it stands. */
  close(): void
}

/** Holds discussions in this process and forgets them with it. */
export function conclave(options: ConclaveOptions = {}): Conclave {
  const { clock = systemClock, ids = systemIds, env = systemEnvironment(), models: own = [], paced = false } = options
  const config = parseConfig(options.config ?? {})
  const defaults = tableDefaults(config, createTableRegistry(options.tables))
  const providers = resolveProviders(env, config)
  const available = availableModels({ providers, config, own, paced, clock })
  const write = typeof options.record === "string" ? recordingFile(options.record) : options.record
  const models = write ? recordModels(available, write) : available
  const engine = createMemoryEngine(models, clock)
  return {
    discuss(asked) {
      const discussionId = ids.discussion()
      const table = resolveDiscussionTable({ discussionId, request: withJsonSchema(asked), defaults }, models)
      write?.(discussionLine(discussionId, table))
      return engine.start(discussionId, table)
    },
    fork: ({ id: discussionId }, asked) => engine.fork({ discussionId, forkId: ids.discussion(), defaults, ...asked }),
    models: () => discover({ settings: providers, models: available, own }),
    close: () => engine.stop(),
  }
}

/** In a program the schema of a result can be one of zod's. */
function withJsonSchema(asked: DiscussionInput): DiscussionInput {
  if (!(asked.result instanceof z.ZodType)) return asked
  const { $schema: _, ...result } = z.toJSONSchema(asked.result)
  return { ...asked, result }
}
