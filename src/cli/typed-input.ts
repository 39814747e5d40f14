import { ConclaveError } from "../core/errors.ts"
import type { Client } from "./client.ts"
import type { ScreenMessages } from "./screen-messages.ts"
import type { StatusLine } from "./status-line.ts"
import type { LineReader, Terminal } from "./terminal.ts"
import { displayWidth } from "./text-layout.ts"

/** Commands that a person can type during a discussion, after a slash. Any other line is a comment. */
const lineCommands = ["interrupt", "pause", "abort"] as const

export type SteeringClient = Pick<Client, "interject"> &
  Readonly<Record<(typeof lineCommands)[number], (id: string) => Promise<unknown>>>

export interface TypedLineContext {
  readonly client: SteeringClient
  readonly id: string
  readonly author: string
  readonly messages: ScreenMessages
}

export function isExit(line: string): boolean {
  return /^\/?(exit|quit)$/i.test(line.trim())
}

/** Asks whether leaving should pause or abort the discussion. Returns `/pause`, `/abort`, or "" to stay. */
export async function askHowToLeave(lines: Pick<LineReader, "ask">, { leaving }: ScreenMessages): Promise<string> {
  const line = await lines.ask(leaving)
  const answer = typeof line === "string" ? line.trim().toLowerCase() : ""
  return /^p(ause)?$/.test(answer) ? "/pause" : /^a(bort)?$/.test(answer) ? "/abort" : ""
}

/** Whether a line is a command (a slash and one word) rather than a comment. */
export function isLineCommand(line: string): boolean {
  return /^\/[\w?]*$/.test(line.trim())
}

/** Runs a command or adds a comment. Returns the reply to show, if any. */
export async function handleTypedLine(
  { client, id, author, messages }: TypedLineContext,
  line: string,
): Promise<string | undefined> {
  const text = line.trim()
  if (text === "") return undefined
  const command = lineCommands.find((name) => `/${name}` === text.toLowerCase())
  if (!command && isLineCommand(text)) {
    const known = Object.entries(messages.lineCommands).map(([name, about]) => `${name}: ${about}`)
    const unknown = /^\/(help|\?)?$/i.test(text) ? [] : [messages.unknownCommand(text)]
    return [...unknown, ...known, messages.otherLines].join("\n")
  }
  try {
    await (command ? client[command](id) : client.interject(id, author, text))
    return undefined
  } catch (error) {
    if (error instanceof ConclaveError) return error.message
    throw error
  }
}

export interface TypedInputOptions {
  readonly client: SteeringClient
  readonly terminal: Terminal
  readonly id: string
  /** The author of comments; without it, typing is ignored. */
  readonly author?: string
  /** In the discussion's language, which is known after its first event. */
  readonly messages: () => ScreenMessages
  /** Called if the person leaves during the discussion. */
  readonly onExit?: () => void
}

export interface TypedInputView {
  note(text: string): void
  /** Frees a line of the screen for typing; undefined if the output is no terminal. */
  readonly room?: Pick<StatusLine, "suspend" | "resume">
}

/** Lets a person type comments and commands while a discussion runs. */
export class TypedInput {
  readonly #options: TypedInputOptions
  readonly #view: TypedInputView
  #unsubscribe = () => {}
  #typing: Promise<void> | undefined

  constructor(options: TypedInputOptions, view: TypedInputView) {
    this.#options = options
    this.#view = view
    this.#listen()
  }

  /** Stops listening during `work`, which reads lines itself. */
  async suspendFor<T>(work: () => Promise<T>): Promise<T> {
    await this.close()
    try {
      return await work()
    } finally {
      this.#listen()
    }
  }

  /** Stops listening, after the line being typed. */
  async close(): Promise<void> {
    await this.#typing
    this.#unsubscribe()
    this.#unsubscribe = () => {}
  }

  #listen(): void {
    const { terminal, author } = this.#options
    if (author === undefined || !terminal.interactive || !this.#view.room) return
    this.#unsubscribe = terminal.onTyped((typed) => {
      this.#unsubscribe()
      this.#typing = this.#readAndHandle(author, typed).finally(() => {
        this.#typing = undefined
        this.#listen()
      })
    })
  }

  async #askHowToLeave(): Promise<string> {
    const { terminal, onExit } = this.#options
    const { room } = this.#view
    const messages = this.#options.messages()
    room?.suspend()
    const command = await askHowToLeave(terminal.lines(), messages)
    // The answer is usually one letter.
    room?.resume(Math.ceil((displayWidth(messages.leaving) + 2) / terminal.width()))
    if (command !== "") onExit?.()
    return command
  }

  async #readAndHandle(author: string, typed: string): Promise<void> {
    const { client, terminal, id } = this.#options
    const { room } = this.#view
    const prompt = `${author}: `
    room?.suspend()
    const line = await terminal.lines().ask(prompt, typed)
    const words = typeof line === "string" ? line : ""
    const rows = Math.ceil((displayWidth(prompt + words) + 1) / terminal.width())
    room?.resume(rows)
    const command = isExit(words) ? await this.#askHowToLeave() : words
    const reply = await handleTypedLine({ client, id, author, messages: this.#options.messages() }, command)
    if (reply !== undefined) this.#view.note(reply)
  }
}
