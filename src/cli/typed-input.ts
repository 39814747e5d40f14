import { displayWidth } from "./display-width.ts"
import { handleTypedLine, type SteeringClient } from "./handle-typed-line.ts"
import type { StatusLine } from "./status-line.ts"
import type { Terminal } from "./terminal.ts"

interface TypedInputOptions {
  readonly client: SteeringClient
  readonly terminal: Terminal
  readonly id: string
  /** Who they are; nobody may speak where this is left out. */
  readonly author?: string
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

  /** Listens no more, once what is being typed is done. */
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

  async #readAndHandle(author: string, typed: string): Promise<void> {
    const { client, terminal, id } = this.#options
    const { room } = this.#view
    const asked = `${author}: `
    room?.suspend()
    const line = await terminal.lines().ask(asked, typed)
    const words = typeof line === "string" ? line : ""
    const rows = Math.ceil((displayWidth(asked + words) + 1) / terminal.width())
    room?.resume(rows)
    const told = await handleTypedLine({ client, id, author }, words)
    if (told !== undefined) this.#view.note(told)
  }
}
