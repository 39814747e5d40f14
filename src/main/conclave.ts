import { z } from "zod"
import { invalidField } from "../core/errors.ts"
import type { SeatInput } from "../core/formats/input-types.ts"
import { omitUndefined } from "../core/omit-undefined.ts"
import { type OwnProtocol, registerProtocol } from "../core/protocols/index.ts"
import type { DiscussionInput, ForkChanges } from "../core/tables/discussion-request.ts"
import { resolveDiscussionTable } from "../engine/verbs/create-discussion.ts"
import { forkDiscussion } from "../engine/verbs/fork-discussion.ts"
import { type Discovery, discover } from "../models/discovery.ts"
import { fromLanguageModel, isLanguageModel, type LanguageModel } from "../models/language-model.ts"
import { discussionLine, recordingFile, recordModels, type WriteLine } from "../models/replay/record-models.ts"
import type { Clock } from "../ports/clock.ts"
import type { Ids } from "../ports/ids.ts"
import type { Model } from "../ports/model.ts"
import type { AppOptions } from "./app.ts"
import { availableModels } from "./available-models.ts"
import { type Config, parseConfig, tableDefaults } from "./config.ts"
import type { Credentials } from "./credentials.ts"
import { createMemoryEngine } from "./embedded-engine.ts"
import { resolveProviders } from "./resolve-providers.ts"
import { openRun, type Run, type RunHooks, startRun } from "./run.ts"
import { createStoredEngine, type StoredDiscussions } from "./stored-engine.ts"
import { type Environment, systemClock, systemEnvironment, systemIds } from "./system-ports.ts"
import { createTableRegistry } from "./table-files.ts"
import { assertNodeVersion } from "./version.ts"

/** Where discussions are stored and which models they use. Everything is optional. */
export interface ConclaveOptions {
  /** Folder to store discussions in, such as ".conclave". Without it and `database`, discussions live in memory. */
  readonly data?: string
  /** URL of a PostgreSQL database to store discussions in, for several processes and machines. */
  readonly database?: string
  /** Maximum number of stored discussions that this process runs at once (default: 20). */
  readonly workers?: number
  /** Receives background errors of stored discussions (default: `console.error`). */
  readonly onError?: (error: unknown) => void
  /** The contents of a `conclave.yaml`. */
  readonly config?: Config
  /** Environment variables that hold providers' keys and URLs (default: `process.env`). */
  readonly env?: Environment
  /** Keys by provider and the origin each may be sent to, for providers without a key in the environment. */
  readonly credentials?: Credentials
  /** Folder of your own table files, in addition to the built-in tables. */
  readonly tables?: string
  /** Your own models or AI SDK model objects; they take precedence over built-in ones. */
  readonly models?: readonly (Model | LanguageModel)[]
  /**
   * Your own voting methods by name: `{ condorcet: { description, form, count } }` is `decision.protocol:
   * "own:condorcet"`. Registered for the whole process; every process that runs such a discussion needs it.
   */
  readonly protocols?: Readonly<Record<string, OwnProtocol>>
  /** Records model calls to a file or a line callback, so that the discussion can be replayed. */
  readonly record?: string | WriteLine
  /** Whether rehearsal models stream at reading speed (default: false). */
  readonly paced?: boolean
  /** Default: the system clock. */
  readonly clock?: Clock
  /** Generates discussion ids (default: random UUIDs). */
  readonly ids?: Ids
}

/** Where to fork a discussion, and what to change. */
export interface ForkRequest {
  /** The last turn to keep, by id or number; 0 keeps none. */
  readonly atTurn: string | number
  /** Seats, models, settings or topic to change from there on. */
  readonly changes?: ForkChanges
}

/** A seat whose model may also be an AI SDK model object, such as `openai("gpt-5.5")`. */
export type LibrarySeat = Omit<SeatInput, "model"> & {
  /** `provider/model`, a list to fall back through, or an AI SDK model object */
  readonly model?: SeatInput["model"] | LanguageModel
}

type WithModels<Input> = Input extends unknown
  ? Omit<Input, "seats"> & { readonly seats?: readonly LibrarySeat[] | undefined }
  : never

/** A new discussion. In the library a seat's model may also be an AI SDK model object. */
export type LibraryInput = WithModels<DiscussionInput>

/** Callbacks and an abort signal for one discussion. */
export interface DiscussOptions extends RunHooks {
  /** Aborts the discussion; its outcome then has the stopping reason `user_abort`. */
  readonly signal?: AbortSignal
}

/** Runs discussions, forks them and lists models. */
export interface Conclave {
  /** Starts a discussion. Throws INPUT_INVALID synchronously, before any model is called. */
  discuss(input: LibraryInput, options?: DiscussOptions): Run
  /** Starts a new discussion from a turn of an earlier one, which stays unchanged. */
  fork(discussion: Pick<Run, "id">, fork: ForkRequest): Promise<Run>
  /** Lists usable providers and models. Queries local servers and, with `checksKeys`, validates keys. Never throws. */
  models(options?: { readonly checksKeys?: boolean }): Promise<Discovery>
  /** Stops all running discussions. Stored ones continue at the next start. */
  close(): Promise<void>
}

/** A `Conclave` over a database: it can also list, open and delete stored discussions. */
export interface StoredConclave extends Conclave, StoredDiscussions {}

/** Runs discussions in this process and stores them where `data` or `database` says. */
export function conclave(
  options: ConclaveOptions & ({ readonly data: string } | { readonly database: string }),
): StoredConclave
/** Runs discussions in this process and keeps them in memory. */
export function conclave(options?: ConclaveOptions): Conclave
export function conclave(options: ConclaveOptions = {}): Conclave | StoredConclave {
  assertNodeVersion()
  for (const [name, protocol] of Object.entries(options.protocols ?? {})) registerProtocol(name, protocol)
  const { clock = systemClock, ids = systemIds, env = systemEnvironment(), paced = false } = options
  const own = (options.models ?? []).map((model) => (isLanguageModel(model) ? fromLanguageModel(model) : model))
  const config = parseConfig(options.config ?? {})
  const defaults = tableDefaults(config, createTableRegistry(options.tables))
  const providers = resolveProviders(env, config, options.credentials)
  const available = availableModels({ providers, config, own, paced, clock, env })
  const stored = isStored(options) ? createStoredEngine(appOptions(options, own)) : undefined
  const write = typeof options.record === "string" ? recordingFile(options.record) : options.record
  const models = write ? recordModels(available, write) : available
  const memory = createMemoryEngine(models, clock)
  const engine = stored ?? { context: () => memory.context, close: async () => memory.stop() }
  return {
    ...stored?.discussions,
    discuss(input, options = {}) {
      const discussionId = ids.discussion()
      const table = resolveDiscussionTable(
        { discussionId, request: nameModels(withJsonSchema(input), own), defaults },
        models,
      )
      write?.(discussionLine(discussionId, table))
      const run = startRun(engine.context(), { discussionId, table, clock, signal: options.signal })
      run.listen(options)
      return run
    },
    async fork({ id: discussionId }, request) {
      const context = await engine.context()
      const input = { discussionId, forkId: ids.discussion(), defaults, ...request }
      return openRun(context, (await forkDiscussion({ context, input })).id)
    },
    models: (options) => discover({ settings: providers, models: available, own, ...options }),
    close: () => engine.close(),
  }
}

/** Converts a zod schema in `result` to JSON Schema. */
function withJsonSchema(input: LibraryInput): LibraryInput {
  if (!(input?.result instanceof z.ZodType)) return input
  const { $schema: _, ...result } = z.toJSONSchema(input.result)
  return { ...input, result }
}

/** Replaces model objects by their names, and registers them under those names. */
function nameModels(input: LibraryInput, own: Model[]): unknown {
  // Anything but an array is rejected when the request is parsed.
  if (!Array.isArray(input?.seats)) return input
  const named = input.seats.map((seat) => {
    if (!isLanguageModel(seat?.model)) return seat
    const model = fromLanguageModel(seat.model)
    const known = own.findIndex(({ id }) => id === model.id)
    own.splice(known === -1 ? own.length : known, 1, model)
    return { ...seat, model: model.id }
  })
  return { ...input, seats: named }
}

/** False if discussions live in memory. */
function isStored({ data, database, record }: ConclaveOptions): boolean {
  if (data === undefined && database === undefined) return false
  if (data !== undefined && database !== undefined)
    throw invalidField("database", "cannot be combined with data; set only one of them")
  if (record !== undefined)
    throw invalidField("record", "works only for discussions in memory; leave out data and database")
  return true
}

/** The options of an app over the database that `data` or `database` names. */
export function appOptions(options: Omit<ConclaveOptions, "models">, own: readonly Model[]): AppOptions {
  const { env = systemEnvironment(), paced = false, workers = 20, onError = console.error } = options
  const { data, database, tables, credentials, clock, ids } = options
  return {
    ...{ env, own, paced, workers, onError, isLocal: true, ...omitUndefined({ tables, credentials, clock, ids }) },
    config: parseConfig(options.config ?? {}),
    location: data === undefined ? { url: database! } : { data },
  }
}
