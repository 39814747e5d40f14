import { displayWidth } from "./display-width.ts"
import { type Speaking, speakUp } from "./speak-up.ts"
import type { StatusLine } from "./status-line.ts"
import type { Terminal } from "./terminal.ts"

interface Speaker {
  readonly doors: Speaking
  readonly terminal: Terminal
  readonly id: string
  /** Who they are; nobody may speak where this is left out. */
  readonly author?: string
}

interface Room {
  note(text: string): void
  /** Leaves a line of the screen to be typed on; undefined where there is none to leave. */
  readonly room?: Pick<StatusLine, "makeRoom" | "goOn">
}

/** Lets a person speak while others do, where there is somebody to type and room for it. */
export class Mouth {
  readonly #speaker: Speaker
  readonly #view: Room
  #unheard = () => {}
  #typing: Promise<void> | undefined

  constructor(speaker: Speaker, view: Room) {
    this.#speaker = speaker
    this.#view = view
    this.#listen()
  }

  /** Does something that reads lines itself. */
  async shutFor<T>(work: () => Promise<T>): Promise<T> {
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
    this.#unheard()
    this.#unheard = () => {}
  }

  #listen(): void {
    const { terminal, author } = this.#speaker
    if (author === undefined || !terminal.interactive || !this.#view.room) return
    this.#unheard = terminal.onTyped((typed) => {
      this.#unheard()
      this.#typing = this.#speak(author, typed).finally(() => {
        this.#typing = undefined
        this.#listen()
      })
    })
  }

  async #speak(author: string, typed: string): Promise<void> {
    const { doors, terminal, id } = this.#speaker
    const { room } = this.#view
    const asked = `${author}: `
    room?.makeRoom()
    const line = await terminal.lines().ask(asked, typed)
    const words = typeof line === "string" ? line : ""
    const rows = Math.ceil((displayWidth(asked + words) + 1) / terminal.width())
    room?.goOn(rows)
    const told = await speakUp({ doors, id, author }, words)
    if (told !== undefined) this.#view.note(told)
  }
}
