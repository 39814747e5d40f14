import type { Readable, Writable } from "node:stream"
import type { PublicEvent, PublicOutcome } from "../core/public/types.ts"
import type { TableFile } from "../core/tables/table-file.ts"
import type { Discuss } from "../evaluation/run-evaluation.ts"
import type { Client, ListClient, ModelListing } from "./client.ts"
import type { Terminal } from "./terminal.ts"

/** What shell completions look up. */
export type CompletedValues = "discussions" | "tables" | "models" | "seats"

/** One option of a command, as help, documents and shell completions show it. */
export interface OptionDefinition {
  /** As on the command line: `--rounds <number>`. */
  readonly flags: string
  readonly about: string
  /** Which field of the operation it sets: `options.rounds`. */
  readonly field?: string
  /** The heading that it stands under in help, where a command has many. */
  readonly group?: string
  readonly choices?: readonly string[]
  readonly values?: CompletedValues
  /** How the text is read; it stays text where this is left out. */
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
  /** Takes all words that follow, so that none is lost where quotes were forgotten; the command gets them as one. */
  readonly words?: true
  readonly choices?: readonly string[]
  readonly values?: CompletedValues
}

/** A command, described once: parsing, help, the documents and shell completions are made from this. */
export interface CommandDefinition {
  /** One word, or two where commands belong together: `keys create`. */
  readonly name: string
  readonly group: "Discussing" | "Steering" | "Looking back" | "The squad" | "Running it"
  /** One line. */
  readonly about: string
  /** What else there is to know, in short paragraphs. */
  readonly details?: readonly string[]
  readonly arguments?: readonly ArgumentDefinition[]
  readonly options?: readonly OptionDefinition[]
  readonly examples?: readonly string[]
}

/** May give an exit code; nothing stands for success. */
type RunCommand<Options> = (context: CommandContext<Options>) => Promise<number | undefined> | Promise<void>

export interface Command extends CommandDefinition {
  /** Gives the exit code. */
  readonly run: (context: CommandContext) => Promise<number>
}

/** Options come from the parser by the definition beside them; each command says how it reads them. */
export function command<Options>(definition: CommandDefinition & { readonly run: RunCommand<Options> }): Command {
  return { ...definition, run: async (context) => (await definition.run(context as CommandContext<Options>)) || 0 }
}

/** Flags of every command. */
interface CommonOptions {
  readonly json?: true
  readonly plain?: true
}

/** What a command gets; nothing is opened yet. */
export interface CommandContext<Options = unknown> {
  readonly args: readonly string[]
  readonly options: CommonOptions & Options
  readonly terminal: Terminal
  readonly host: Host
  /** Who is at the keyboard. */
  readonly userName: string
  readonly now: () => number
}

/** `read`: only looks; `steer`: also changes discussions that others run; `run`: also runs discussions. */
export type ClientAccess = "read" | "steer" | "run"

/** What only the program that puts everything together can give a command. All of it is loaded when it is asked for. */
export interface Host {
  /** Where the command was called. */
  readonly folder: string
  /** The caller closes it. What models are asked and answer can be written to a file. */
  openClient(access: ClientAccess, recording?: string): Promise<Client>
  /** For commands that only list; opens in half the time. */
  openList(): Promise<ListClient>
  /** A table by its name or file; undefined where the name is a format's own. */
  findTable(nameOrFile: string): Promise<TableFile | undefined>
  /** Those that can be named besides the formats; one that cannot be read says why. */
  tables(): Promise<readonly { readonly name: string; readonly description?: string; readonly problem?: string }[]>
  /** Which models this process could use, and with `checksKeys` whether keys are taken; needs no database. */
  models(options?: { readonly checksKeys?: boolean }): Promise<ModelListing>
  /** Which of these models cannot be used now, and why; asks each provider once, for nothing that costs. */
  checkModels(models: readonly string[]): Promise<readonly string[]>
  configuration(): Promise<Configuration>
  /** Writes the model for seats that name none into the configuration; gives the file. */
  rememberModel(model: string): Promise<string>
  settingSources(): Promise<readonly SettingSource[]>
  replay(file: string, discussion?: string): Promise<ReplayedDiscussion>
  /** Holds discussions that are kept nowhere; their replies can be written to a file, or come from one. */
  discussInMemory(files: { readonly record?: string; readonly replay?: string }): Promise<Discuss>
  /** The address of a server that is at work on the same data, if there is one. */
  findServer(): Promise<string | undefined>
  serve(workers?: number): Promise<Serving>
  /** Serves while a person talks, at any free port if need be. */
  startSession(): Promise<{ readonly client: Client; readonly page: string }>
  /** Speaks MCP over standard input and output, until the input ends. */
  serveMcp(): Promise<void>
  startWorker(workers?: number): Promise<Pick<Serving, "workers" | "close">>
  /** Resolves when the process is told to end. A second Ctrl-C ends it at once. */
  shutdownRequested(): Promise<void>
  /** Opens the person's editor on a text and gives what they made of it; undefined where there is none. */
  editText(text: string): Promise<string | undefined>
  /** Ends the process then at the latest, whatever it still waits for. */
  exitAfter(ms: number): void
  /** Whether a browser could be started. */
  openInBrowser(url: string): Promise<boolean>
  readonly database: DatabaseAdmin
  readonly credentials: CredentialAdmin
}

/** Keys of providers that are kept for this user. */
export interface CredentialAdmin {
  /** Throws INPUT_INVALID for what is no provider, or takes no key. */
  describe(provider: string): Promise<{
    /** As people call it. */
    readonly title: string
    readonly file: string
    /** Where the provider is asked; undefined where no address is set. */
    readonly origin: string | undefined
    readonly variable: { readonly key: string; readonly address: string }
    readonly isInEnvironment: boolean
  }>
  /** The file of keys, if other users can read it. */
  exposedFile(): string | undefined
  /** Throws INPUT_INVALID for what cannot be a key. */
  store(provider: string, origin: string, key: string): Promise<void>
  /** Gives whether there was one. */
  remove(provider: string): Promise<boolean>
}

/** A setting of the process and where its value comes from. */
export interface SettingSource {
  readonly name: string
  readonly value: string
  /** The flag, variable or file that says so, or `default`. */
  readonly from: string
}

export interface Configuration {
  /** The file it was read from; absent where there is none. */
  readonly path?: string
  /** For seats that name none; absent where none is configured. */
  readonly model?: string
}

export interface Serving {
  readonly url: string
  readonly pid: number
  readonly workers: number
  /** A clone may not have built the page. */
  readonly hasPage: boolean
  close(graceMs: number): Promise<void>
}

/** What is done to the database itself, for which no server is asked. */
export interface DatabaseAdmin {
  /** What it is and how much it holds; throws where it cannot be opened. */
  describe(): Promise<string>
  /** Discussions that are not run any more because they held up a process, the latest first. */
  setAside(): Promise<
    readonly {
      readonly discussionId: string
      readonly times: number
      readonly longestMs: number
      readonly at: string
    }[]
  >
  /** The kind of network file system that the data folder is on, where SQLite cannot keep processes apart. */
  networkFileSystem(): Promise<string | undefined>
  backup(target: Writable): Promise<void>
  restore(source: Readable): Promise<{
    readonly rows: number
    readonly unfinished: readonly { readonly discussionId: string }[]
  }>
  /** Gives how many discussions were deleted, or would be in a dry run. */
  prune(olderThanDays: number, dryRun: boolean): Promise<number>
  /** Writes derived rows anew from the events, and says which differed. */
  rebuild(): Promise<{
    readonly discussions: number
    readonly differences: readonly { readonly discussionId: string; readonly table: string }[]
  }>
}

export interface ReplayedDiscussion extends AsyncIterable<PublicEvent> {
  readonly id: string
  readonly outcome: Promise<PublicOutcome>
  abort(): Promise<void>
  markdown(): Promise<string>
}

/** Opens a client for as long as the work takes. */
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

/** Options under one heading. */
export function withHeading(group: string, options: readonly OptionDefinition[]): readonly OptionDefinition[] {
  return options.map((option) => ({ ...option, group }))
}
