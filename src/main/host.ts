import { existsSync } from "node:fs"
import { resolve } from "node:path"
import type { CredentialAdmin, DatabaseAdmin, Host, Serving } from "../cli/command.ts"
import { defaultConfigNames, processDefaults } from "../cli/common-options.ts"
import { printableLine } from "../cli/printable.ts"
import type { Terminal } from "../cli/terminal.ts"
import { ConclaveError, invalidField } from "../core/errors.ts"
import type { TableFile } from "../core/tables/table-file.ts"
import type { Recording } from "../models/replay/recording.ts"
import { checkKey, credentialsPath, isExposed, removeCredential, storeCredential } from "./credentials.ts"
import type { ProcessFlags, ProcessSettings } from "./process-settings.ts"
import type { Environment } from "./system-ports.ts"

interface HostOptions {
  readonly flags: ProcessFlags
  readonly env: Environment
  readonly folder: string
  readonly terminal: Terminal
  readonly onError: (error: unknown) => void
}

const sessionWorkers = 4
const sessionGraceMs = 2_000

/** Everything commands need of this process. Each part is loaded on first use: help and usage errors need none. */
export function createHost({ flags, env, folder, terminal, onError }: HostOptions): Host {
  const readSettings = async () => {
    const { readProcessSettings } = await import("./process-settings.ts")
    return readProcessSettings(flags, env, folder)
  }
  const withStorage: Host["withStorage"] = async (work) => {
    const [{ openStorage }, { systemClock }] = await Promise.all([
      import("./open-storage.ts"),
      import("./system-ports.ts"),
    ])
    const storage = await openStorage((await readSettings()).location, { clock: systemClock, onError })
    try {
      return await work(storage)
    } finally {
      await storage.close()
    }
  }
  const log = (line: string) => terminal.note(`${printableLine(line)}\n`)
  return {
    folder,
    async openClient(access, recording) {
      const [{ openClient }, settings] = await Promise.all([import("./open-client.ts"), readSettings()])
      return openClient({ access, settings, env, paced: terminal.live, recording, onError })
    },
    async openList() {
      const [{ openList }, { location }] = await Promise.all([import("./open-storage.ts"), readSettings()])
      return openList(location)
    },
    findTable: async (nameOrFile) => findTable(nameOrFile, folder, await readSettings()),
    async tables() {
      const { createTableRegistry } = await import("./table-files.ts")
      const registry = createTableRegistry((await readSettings()).tables)
      return registry.names.map((name) => {
        try {
          const { description } = registry.find(name) ?? {}
          return { name, ...(description !== undefined && { description }) }
        } catch (error) {
          return { name, problem: error instanceof Error ? error.message : String(error) }
        }
      })
    },
    async models(options) {
      const { discoverModels } = await import("./available-models.ts")
      return discoverModels(await readSettings(), env, options)
    },
    async checkModels(names) {
      const { findUnavailable } = await import("./available-models.ts")
      return findUnavailable(names, await readSettings(), env)
    },
    async configuration() {
      const { configPath, config } = await readSettings()
      return { ...(configPath !== undefined && { path: configPath }), ...(config.model && { model: config.model }) }
    },
    async rememberModel(model) {
      const [{ configPath = defaultConfigNames[0] }, { writeModel }] = await Promise.all([
        readSettings(),
        import("./config-file.ts"),
      ])
      await writeModel(resolve(folder, configPath), model)
      return configPath
    },
    settingSources: async () => (await import("./setting-sources.ts")).settingSources(flags, env, folder),
    async replay(file, discussion) {
      const [{ openReplay }, recording] = await Promise.all([import("./replay.ts"), readRecordingFile(file)])
      return openReplay(recording, discussion)
    },
    async discussInMemory({ record, replay: file }) {
      const replayed = file === undefined ? undefined : await readRecordingFile(file)
      const { discussInMemory } = await import("./discuss-in-memory.ts")
      return discussInMemory({ ...(await readSettings()), env, record, replayed })
    },
    withStorage,
    async serve(workers) {
      const { serve } = await import("./serve.ts")
      const settings = await readSettings()
      const count = workerCount(workers, settings)
      const { url, hasPage, close } = await serve({ ...settings, env, workers: count, paced: true, onError, log })
      return { url, workers: count, hasPage, close }
    },
    async startSession() {
      const settings = await readSettings()
      const { localClient, openClient } = await import("./open-client.ts")
      const paced = terminal.live
      const page = await withStorage((storage) => storage.serverAddress())
      if (page !== undefined)
        return { client: await openClient({ access: "run", settings, env, paced, onError }), page }
      const { serve } = await import("./serve.ts")
      const listen = (port: number) =>
        serve({ ...settings, env, workers: sessionWorkers, paced, onError, host: processDefaults.host, port })
      const { app, url, close } = await listen(settings.port).catch((error) => {
        if (error instanceof ConclaveError && error.problems[0]?.field === "port") return listen(0)
        throw error
      })
      return { client: localClient(app, () => close(sessionGraceMs)), page: url }
    },
    async serveMcp() {
      const { serveMcp } = await import("./serve-mcp.ts")
      await serveMcp({ settings: await readSettings(), env, onError })
    },
    async startWorker(workers): Promise<Pick<Serving, "workers" | "close">> {
      const settings = await readSettings()
      const count = workerCount(workers, settings)
      if (count < 1) throw invalidField("--workers", "must be at least 1")
      const [{ createApp }, { Watchdog }] = await Promise.all([import("./app.ts"), import("./watchdog.ts")])
      const watchdog = new Watchdog(settings.location)
      const app = await createApp({
        ...settings,
        env,
        guard: watchdog.guard,
        workers: count,
        paced: true,
        isLocal: "data" in settings.location,
        onError,
        log,
      })
      return { workers: count, close: (graceMs) => app.close(graceMs).finally(() => watchdog.close()) }
    },
    editText: async (text) => (await import("./person-programs.ts")).editText(text, env),
    openInBrowser: async (url) => (await import("./person-programs.ts")).openInBrowser(url, env),
    database: databaseAdmin(withStorage, readSettings),
    credentials: credentialAdmin(env, readSettings),
  }
}

function workerCount(requested: number | undefined, { config }: ProcessSettings): number {
  return requested ?? config.server?.workers ?? processDefaults.workers
}

/** Finds a table file, or a table by name: the user's own or a built-in one. */
async function findTable(
  nameOrFile: string,
  folder: string,
  settings: ProcessSettings,
): Promise<TableFile | undefined> {
  const [{ createTableRegistry, readTableFile }, { isPresetName, presetNames }, { closestMatch }] = await Promise.all([
    import("./table-files.ts"),
    import("../core/formats/index.ts"),
    import("../core/validation.ts"),
  ])
  const isFile = /[/\\]|\.ya?ml$/.test(nameOrFile)
  if (isFile || existsSync(resolve(folder, nameOrFile))) return readTableFile(nameOrFile, folder)
  const registry = createTableRegistry(settings.tables)
  const found = registry.find(nameOrFile)
  if (found || isPresetName(nameOrFile)) return found
  const known = [...presetNames, ...registry.names]
  const near = closestMatch(nameOrFile, known)
  const hint = near ? `did you mean "${near}"?` : `use one of ${known.join(", ")}, or a file`
  throw invalidField("--table", `unknown table "${nameOrFile}"; ${hint}`)
}

async function readRecordingFile(file: string): Promise<Recording> {
  const [{ readTextFile }, { readRecording }] = await Promise.all([
    import("../cli/text-files.ts"),
    import("../models/replay/recording.ts"),
  ])
  return readRecording(readTextFile(file).split("\n"), file)
}

function databaseAdmin(withStorage: Host["withStorage"], readSettings: () => Promise<ProcessSettings>): DatabaseAdmin {
  return {
    async networkFileSystem() {
      const { location } = await readSettings()
      if (!("data" in location)) return undefined
      return (await import("../stores/sqlite/network-file-system.ts")).networkFileSystem(location.data)
    },
    async backup(target) {
      const { writeBackup } = await import("../stores/backup/backup-file.ts")
      await withStorage(({ maintenance }) => writeBackup(maintenance, target))
    },
    async restore(source) {
      const { readBackup } = await import("../stores/backup/backup-file.ts")
      return withStorage(({ maintenance }) => readBackup(maintenance, source))
    },
  }
}

function credentialAdmin(env: Environment, readSettings: () => Promise<ProcessSettings>): CredentialAdmin {
  const file = credentialsPath(env)
  return {
    async describe(provider) {
      const { findKeyedProvider, providerOrigin, resolveProviders } = await import("./resolve-providers.ts")
      const { name, title, variables } = findKeyedProvider(provider)
      const origin = providerOrigin(name, resolveProviders(env, (await readSettings()).config)[name]?.baseUrl)
      const variable = { key: variables.apiKey, address: variables.baseUrl[0] }
      return { title, file, origin, variable, isInEnvironment: Boolean(env[variables.apiKey]?.trim()) }
    },
    exposedFile: () => (isExposed(file) ? file : undefined),
    store: async (provider, origin, key) => storeCredential(file, provider, { key: checkKey(key), origin }),
    remove: async (provider) => removeCredential(file, provider),
  }
}
