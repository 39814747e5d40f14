import type { Readable, Writable } from "node:stream"
import type { ConclaveClient } from "../client/client.ts"
import type { TableFile } from "../core/tables/table-file.ts"
import type { Discuss } from "../evaluation/run-evaluation.ts"
import type { Restored, Storage } from "../ports/storage.ts"
import type { Client, ListClient, ModelListing } from "./client.ts"
import type { Terminal } from "./terminal.ts"

/** Values that shell completions look up. */
export type CompletedValues = "discussions" | "tables" | "models" | "seats"

/** An option of a command, as help, docs and shell completions show it. */
export interface OptionDefinition {
  /** As on the command line: `--rounds <number>`. */
  readonly flags: string
  readonly about: string
  /** The field of the operation that it sets: `options.rounds`. */
  readonly field?: string
  /** Converts its value to the field's (default: unchanged). */
  readonly toField?: (value: never) => unknown
  /** Heading in help. */
  readonly group?: string
  readonly choices?: readonly string[]
  readonly values?: CompletedValues
  /** Type of the value (default: text). */
  readonly valueType?: "whole" | "number"
  readonly repeatable?: true
  /** The default, as help shows it. */
  readonly defaultText?: string
  /** The environment variable with the same meaning. */
  readonly envVariable?: string
}

export interface ArgumentDefinition {
  readonly name: string
  readonly about: string
  readonly optional?: true
  /** Takes all remaining words and joins them, so that quotes are optional. */
  readonly words?: true
  readonly choices?: readonly string[]
  readonly values?: CompletedValues
}

/** Headings of the commands in help. */
export const groups = {
  discuss: "Discussions",
  steer: "Steering",
  history: "History",
  squad: "Squad",
  setup: "Server and setup",
} as const

/** The single description of a command: the parser, help, docs and shell completions derive from it. */
export interface CommandDefinition {
  /** One word, or two for grouped commands: `keys create`. */
  readonly name: string
  readonly group: (typeof groups)[keyof typeof groups]
  readonly about: string
  /** More paragraphs for help. */
  readonly details?: readonly string[]
  readonly arguments?: readonly ArgumentDefinition[]
  readonly options?: readonly OptionDefinition[]
  readonly examples?: readonly string[]
}

/** Returns the exit code; undefined means success. */
type RunCommand<Options> = (context: CommandContext<Options>) => Promise<number | undefined> | Promise<void>

export interface Command extends CommandDefinition {
  /** Returns the exit code. */
  readonly run: (context: CommandContext) => Promise<number>
}

/** Types the options that the parser produces from a command's definition. */
export function command<Options>(definition: CommandDefinition & { readonly run: RunCommand<Options> }): Command {
  return { ...definition, run: async (context) => (await definition.run(context as CommandContext<Options>)) || 0 }
}

/** Flags of every command. */
interface CommonOptions {
  readonly json?: true
  readonly plain?: true
}

export interface CommandContext<Options = unknown> {
  readonly args: readonly string[]
  readonly options: CommonOptions & Options
  readonly terminal: Terminal
  readonly host: Host
  /** The system user, as the default author of messages. */
  readonly userName: string
  readonly now: () => number
}

/** `read`: read-only; `steer`: also changes discussions that other processes run; `run`: also runs discussions. */
export type ClientAccess = "read" | "steer" | "run"

/** The process's services for commands, each loaded on first use. */
export interface Host {
  /** The current directory. */
  readonly folder: string
  /** The caller closes it. `recording` is a file to record model calls to. */
  openClient(access: ClientAccess, recording?: string): Promise<Client>
  /** For commands that only list; opens twice as fast. */
  openList(): Promise<ListClient>
  /** Finds a table by name or file; undefined if the name is a format's. */
  findTable(nameOrFile: string): Promise<TableFile | undefined>
  /** All tables; `problem` says why one cannot be read. */
  tables(): Promise<readonly { readonly name: string; readonly description?: string; readonly problem?: string }[]>
  /** Lists usable models; with `checksKeys` also validates keys. Needs no database. */
  models(options?: { readonly checksKeys?: boolean }): Promise<ModelListing>
  /** The reasons why some of these models cannot be used now. Calls each provider once, free of charge. */
  checkModels(models: readonly string[]): Promise<readonly string[]>
  configuration(): Promise<Configuration>
  /** Saves the default model to the configuration and returns the file's name. */
  rememberModel(model: string): Promise<string>
  settingSources(): Promise<readonly SettingSource[]>
  replay(file: string, discussion?: string): Promise<Replay>
  /** Runs discussions in memory; model calls can be recorded to a file, or replayed from one. */
  discussInMemory(files: { readonly record?: string; readonly replay?: string }): Promise<LocalDiscussions>
  /** Opens the database for the duration of `work`, without a server. */
  withStorage<T>(work: (storage: Storage) => Promise<T>): Promise<T>
  serve(workers?: number): Promise<Serving>
  /** Starts a server for an interactive session, on another free port if the configured one is in use. */
  startSession(): Promise<{ readonly client: Client; readonly page: string }>
  /** Serves MCP over standard input and output until the input ends. */
  serveMcp(): Promise<void>
  startWorker(workers?: number): Promise<Pick<Serving, "workers" | "close">>
  /** Opens the user's editor on a text and returns the result; undefined if it failed. */
  editText(text: string): Promise<string | undefined>
  /** Returns whether a browser could be started. */
  openInBrowser(url: string): Promise<boolean>
  readonly database: DatabaseAdmin
  readonly credentials: CredentialAdmin
}

/** The user's saved provider keys. */
export interface CredentialAdmin {
  /** Throws INPUT_INVALID for unknown providers and those without keys. */
  describe(provider: string): Promise<{
    /** Display name. */
    readonly title: string
    readonly file: string
    /** The origin of its API; undefined if no URL is set. */
    readonly origin: string | undefined
    readonly variable: { readonly key: string; readonly address: string }
    readonly isInEnvironment: boolean
  }>
  /** The credentials file, if other users can read it. */
  exposedFile(): string | undefined
  /** Throws INPUT_INVALID if the key is malformed. */
  store(provider: string, origin: string, key: string): Promise<void>
  /** Returns whether there was one. */
  remove(provider: string): Promise<boolean>
}

/** A setting of the process and where its value comes from. */
export interface SettingSource {
  readonly name: string
  readonly value: string
  /** The flag, environment variable or file, or `default`. */
  readonly from: string
}

export interface Configuration {
  /** Absent if there is no file. */
  readonly path?: string
  /** The default model; absent if none is configured. */
  readonly model?: string
}

export interface Serving {
  readonly url: string
  readonly workers: number
  /** False in a clone whose page is not built. */
  readonly hasPage: boolean
  close(graceMs: number): Promise<void>
}

/** The files of the database. */
export interface DatabaseAdmin {
  /** The type of network file system that the data folder is on, if any: SQLite's locks do not work there. */
  networkFileSystem(): Promise<string | undefined>
  backup(target: Writable): Promise<void>
  restore(source: Readable): Promise<Restored & { readonly rows: number }>
}

export interface LocalDiscussions {
  readonly discuss: Discuss
  /** The request with the defaults of the configuration filled in. */
  readonly resolve: (request: object) => object
}

/** A recorded discussion that runs again in memory. */
export interface Replay {
  readonly id: string
  readonly client: ConclaveClient
  close(): void
}

/** Opens a client for the duration of `work`. */
export async function withClient<T>(
  { host }: Pick<CommandContext, "host">,
  access: ClientAccess,
  work: (client: Client) => Promise<T>,
  recording?: string,
): Promise<T> {
  return closedAfter(await host.openClient(access, recording), work)
}

export async function withList<T>(
  { host }: { readonly host: Pick<Host, "openList"> },
  work: (client: ListClient) => Promise<T>,
): Promise<T> {
  return closedAfter(await host.openList(), work)
}

async function closedAfter<Opened extends Pick<Client, "close">, T>(
  client: Opened,
  work: (client: Opened) => Promise<T>,
) {
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}

export function writeJson({ write }: Terminal, value: unknown): undefined {
  write(`${JSON.stringify(value, null, 2)}\n`)
}

/** Puts options under a heading in help. */
export function withHeading(group: string, options: readonly OptionDefinition[]): readonly OptionDefinition[] {
  return options.map((option) => ({ ...option, group }))
}
