import { ConclaveError } from "../core/errors.ts"
import type { Client } from "./client.ts"
import type { StatusLine } from "./status-line.ts"
import type { LineReader, Terminal } from "./terminal.ts"
import { displayWidth } from "./text-layout.ts"

type SteeringCall = (id: string) => Promise<unknown>

export type SteeringClient = Pick<Client, "interject"> & {
  readonly interrupt: SteeringCall
  readonly pause: SteeringCall
  readonly abort: SteeringCall
}

/** What a person may do with a line while a discussion goes on. All else they type is a comment out of turn. */
const lineCommands: Readonly<Record<string, { about: string; run(client: SteeringClient, id: string): unknown }>> = {
  "/interrupt": { about: "interrupt the current turn", run: (client, id) => client.interrupt(id) },
  "/pause": { about: "pause after this turn", run: (client, id) => client.pause(id) },
  "/abort": { about: "abort the discussion", run: (client, id) => client.abort(id) },
}

export interface TypedLineContext {
  readonly client: SteeringClient
  readonly id: string
  readonly author: string
}

/** Leaving in the middle of a discussion may mean to pause or to abort it; any other answer stays. */
const leavingQuestion = "They are still speaking. [p]ause and keep it for later, [a]bort, or stay? "

/** Whether a line asks to leave. */
export function isExit(line: string): boolean {
  return /^\/?(exit|quit)$/i.test(line.trim())
}

/** What leaving means in the middle of a discussion: `/pause`, `/abort`, or nothing. */
export async function askHowToLeave(lines: Pick<LineReader, "ask">): Promise<string> {
  const line = await lines.ask(leavingQuestion)
  const answer = typeof line === "string" ? line.trim().toLowerCase() : ""
  return /^p(ause)?$/.test(answer) ? "/pause" : /^a(bort)?$/.test(answer) ? "/abort" : ""
}

/** Whether a line is meant for the discussion and not for the table: a slash and one word. */
export function isLineCommand(line: string): boolean {
  return /^\/[\w?]*$/.test(line.trim())
}

/** Does what was typed; gives the answer to show, if any. */
export async function handleTypedLine(
  { client, id, author }: TypedLineContext,
  line: string,
): Promise<string | undefined> {
  const text = line.trim()
  if (text === "") return undefined
  const command = lineCommands[text.toLowerCase()]
  if (!command && isLineCommand(text)) {
    const known = Object.entries(lineCommands).map(([name, { about }]) => `${name}: ${about}`)
    const wrong = /^\/(help|\?)?$/i.test(text) ? "" : `there is no command ${text}; there are\n`
    return `${wrong}${known.join("\n")}\nAnything else is a comment to the table.`
  }
  try {
    await (command ? command.run(client, id) : client.interject(id, author, text))
    return undefined
  } catch (error) {
    if (error instanceof ConclaveError) return error.message
    throw error
  }
}

interface TypedInputOptions {
  readonly client: SteeringClient
  readonly terminal: Terminal
  readonly id: string
  /** Who they are; nobody may speak where this is left out. */
  readonly author?: string
  /** Called where the person left in the middle of it. */
  readonly onExit?: () => void
}

interface TypedInputView {
  note(text: string): void
  /** Leaves a line of the screen to be typed on; undefined where there is none to leave. */
  readonly room?: Pick<StatusLine, "suspend" | "resume">
}

/** Lets a person speak while others do, where there is somebody to type and room for it. */
export class TypedInput {
  readonly #options: TypedInputOptions
  readonly #view: TypedInputView
  #unsubscribe = () => {}
  #typing: Promise<void> | undefined

  constructor(speaker: TypedInputOptions, view: TypedInputView) {
    this.#options = speaker
    this.#view = view
    this.#listen()
  }

  /** Does something that reads lines itself. */
  async suspendFor<T>(work: () => Promise<T>): Promise<T> {
    await this.close()
    try {
      return await work()
    } finally {
      this.#listen()
    }
  }

  /** Stops listening, once what is being typed is done. */
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
    room?.suspend()
    const meant = await askHowToLeave(terminal.lines())
    // The answer is one letter in most cases, and a word at most.
    room?.resume(Math.ceil((displayWidth(leavingQuestion) + 2) / terminal.width()))
    if (meant !== "") onExit?.()
    return meant
  }

  async #readAndHandle(author: string, typed: string): Promise<void> {
    const { client, terminal, id } = this.#options
    const { room } = this.#view
    const asked = `${author}: `
    room?.suspend()
    const line = await terminal.lines().ask(asked, typed)
    const words = typeof line === "string" ? line : ""
    const rows = Math.ceil((displayWidth(asked + words) + 1) / terminal.width())
    room?.resume(rows)
    const meant = isExit(words) ? await this.#askHowToLeave() : words
    const told = await handleTypedLine({ client, id, author }, meant)
    if (told !== undefined) this.#view.note(told)
  }
}
