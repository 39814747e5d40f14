import { z } from "zod"
import { invalidInput } from "../core/errors.ts"
import type { SeatInput } from "../core/formats/input-types.ts"
import { type OwnProtocol, registerProtocol } from "../core/protocols/index.ts"
import type { DiscussionInput, ForkChanges } from "../core/tables/discussion-request.ts"
import { resolveDiscussionTable } from "../engine/verbs/create-discussion.ts"
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
import type { Run, RunHooks } from "./run.ts"
import { createStoredEngine, type StoredDiscussions, type StoredEngine } from "./stored-engine.ts"
import { type Environment, systemClock, systemEnvironment, systemIds } from "./system-ports.ts"
import { createTableRegistry } from "./table-files.ts"
import { assertNodeVersion } from "./version.ts"

export interface ConclaveOptions {
  /** A folder to keep discussions in, such as ".conclave". Without this and `database` they are forgotten with the process. */
  readonly data?: string
  /** The address of a PostgreSQL server to keep discussions in, for several processes and machines. */
  readonly database?: string
  /** How many discussions this process runs at once where they are kept; 20 unless given. */
  readonly workers?: number
  /** Told what goes wrong in the background, where discussions are kept; the console unless given. */
  readonly onError?: (error: unknown) => void
  /** What `conclave.yaml` would hold. */
  readonly config?: Config
  /** Where keys and addresses of providers are looked up; the process's own unless given. */
  readonly env?: Environment
  /** Keys of providers by name and where each may be sent, where the environment has none. */
  readonly credentials?: Credentials
  /** A folder of table files that can be named besides those that come with Conclave. */
  readonly tables?: string
  /** Models of your own, found before the built-in ones; also objects of the AI SDK. */
  readonly models?: readonly (Model | LanguageModel)[]
  /**
   * Voting methods of your own, by name: `{ condorcet: { description, form, count } }` is `decision.protocol:
   * "own:condorcet"`. Known to all of this process; every process that goes on with such a discussion has to be given it.
   */
  readonly protocols?: Readonly<Record<string, OwnProtocol>>
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

/** A seat, as a program asks for it: its model may also be an object of the AI SDK, such as `openai("gpt-5.5")`. */
export type LibrarySeat = Omit<SeatInput, "model"> & {
  /** `provider/model`, several to fall back on, or an object of the AI SDK */
  readonly model?: SeatInput["model"] | LanguageModel
}

type WithModels<Input> = Input extends unknown
  ? Omit<Input, "seats"> & { readonly seats?: readonly LibrarySeat[] | undefined }
  : never

export type LibraryInput = WithModels<DiscussionInput>

export interface DiscussOptions extends RunHooks {
  /** Ends the discussion when it is aborted; its outcome then has the stopping reason `user_abort`. */
  readonly signal?: AbortSignal
}

export interface Conclave {
  /** Starts a discussion. Throws at once, before any model is called, where it was asked for wrongly. */
  discuss(input: LibraryInput, options?: DiscussOptions): Run
  /** Starts a new discussion from a turn of an earlier one of this instance, which stays as it was. */
  fork(discussion: Pick<Run, "id">, fork: ForkRequest): Promise<Run>
  /** Which providers can be used and which models are there. Asks local servers, briefly, and with `checksKeys` also whether keys are taken; never throws. */
  models(options?: { readonly checksKeys?: boolean }): Promise<Discovery>
  /** Stops every discussion where it stands. Those that are kept go on at the next start. */
  close(): Promise<void>
}

/** Discussions that are kept. */
export interface StoredConclave extends Conclave, StoredDiscussions {}

/** Holds discussions in this process; keeps them where `data` or `database` says, else forgets them with the process. */
export function conclave(
  options: ConclaveOptions & ({ readonly data: string } | { readonly database: string }),
): StoredConclave
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
  const stored = storedEngine(options, { config, env, own, paced, clock, ids })
  const write = typeof options.record === "string" ? recordingFile(options.record) : options.record
  const models = write ? recordModels(available, write) : available
  const engine = stored ?? createMemoryEngine(models, clock)
  return {
    ...stored,
    discuss(asked, options = {}) {
      const discussionId = ids.discussion()
      const table = resolveDiscussionTable(
        { discussionId, request: nameModels(withJsonSchema(asked), own), defaults },
        models,
      )
      write?.(discussionLine(discussionId, table))
      const run = engine.start(discussionId, table, options.signal)
      run.listen(options)
      return run
    },
    fork: ({ id: discussionId }, asked) => engine.fork({ discussionId, forkId: ids.discussion(), defaults, ...asked }),
    models: (asked) => discover({ settings: providers, models: available, own, ...asked }),
    close: () => engine.close(),
  }
}

/** In a program the schema of a result can be one of zod's. */
function withJsonSchema(asked: LibraryInput): LibraryInput {
  if (!(asked?.result instanceof z.ZodType)) return asked
  const { $schema: _, ...result } = z.toJSONSchema(asked.result)
  return { ...asked, result }
}

/** Seats name their models: what was given as an object is found by its name from now on. */
function nameModels(asked: LibraryInput, own: Model[]): unknown {
  // What is no list of seats is refused where it is read.
  if (!Array.isArray(asked?.seats)) return asked
  const named = asked.seats.map((seat) => {
    if (!isLanguageModel(seat?.model)) return seat
    const model = fromLanguageModel(seat.model)
    const known = own.findIndex(({ id }) => id === model.id)
    own.splice(known === -1 ? own.length : known, 1, model)
    return { ...seat, model: model.id }
  })
  return { ...asked, seats: named }
}

type Known = Pick<AppOptions, "config" | "env" | "own" | "paced" | "clock" | "ids">

/** Undefined where discussions are not kept. */
function storedEngine(options: ConclaveOptions, known: Known): StoredEngine | undefined {
  const { data, database, tables, credentials, record, workers = 20, onError = console.error } = options
  if (data === undefined && database === undefined) return undefined
  if (data !== undefined && database !== undefined)
    throw invalidInput([{ field: "database", message: "give either data, a folder, or database, an address" }])
  if (record !== undefined)
    throw invalidInput([
      { field: "record", message: "works only where discussions are not kept; leave out data and database" },
    ])
  const location = database === undefined ? { data: data! } : { url: database }
  return createStoredEngine({
    ...known,
    ...(tables !== undefined && { tables }),
    ...(credentials && { credentials }),
    location,
    workers,
    onError,
    isLocal: true,
  })
}
