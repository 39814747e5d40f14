import pg from "pg"
import { databaseError } from "./database-error.ts"

type OnNotification = (payload?: string) => void

const firstPauseMs = 100
const maxPauseMs = 2_000

/** Receives notifications on its own connection, and reconnects when it is lost. */
export class Listener {
  readonly #config: pg.ClientConfig
  readonly #channels = new Map<string, Set<OnNotification>>()
  #client: Promise<pg.ClientBase> | undefined
  /** Serialises the commands on the connection. */
  #queue: Promise<void> = Promise.resolve()
  #closed = false
  #retry: NodeJS.Timeout | undefined

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  async listen(channel: string, onNotification: OnNotification): Promise<() => Promise<void>> {
    const listeners = this.#channels.get(channel) ?? new Set()
    const isNew = listeners.size === 0
    this.#channels.set(channel, listeners.add(onNotification))
    try {
      if (isNew) await this.#execute(`LISTEN ${quoted(channel)}`)
      else await this.#client
    } catch (error) {
      listeners.delete(onNotification)
      throw databaseError(error)
    }
    return async () => {
      listeners.delete(onNotification)
      if (listeners.size > 0 || this.#closed || !this.#channels.delete(channel)) return
      // A lost connection has nothing to end.
      await this.#execute(`UNLISTEN ${quoted(channel)}`).catch(() => {})
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    this.#channels.clear()
    const client = await this.#client?.catch(() => undefined)
    if (client instanceof pg.Client) await client.end().catch(() => {})
  }

  async #execute(text: string): Promise<void> {
    this.#client ??= this.#connect(this.#config)
    const client = this.#client
    const done = this.#queue.then(async () => {
      await (await client).query(text)
    })
    this.#queue = done.catch(() => {})
    await done
  }

  async #connect(config: pg.ClientConfig): Promise<pg.ClientBase> {
    const client = new pg.Client(config)
    client.on("error", () => {})
    client.on("end", () => this.#reconnect(config, firstPauseMs))
    this.#attach(client)
    try {
      await client.connect()
      return client
    } catch (error) {
      this.#client = undefined
      throw error
    }
  }

  #reconnect(config: pg.ClientConfig, pauseMs: number): void {
    if (this.#closed || this.#channels.size === 0) {
      this.#client = undefined
      return
    }
    clearTimeout(this.#retry)
    this.#retry = setTimeout(async () => {
      const client = new pg.Client(config)
      client.on("error", () => {})
      this.#attach(client)
      try {
        await client.connect()
        for (const channel of this.#channels.keys()) await client.query(`LISTEN ${quoted(channel)}`)
        this.#client = Promise.resolve(client)
        client.on("end", () => this.#reconnect(config, firstPauseMs))
        this.#notifyMissed()
      } catch {
        await client.end().catch(() => {})
        this.#reconnect(config, Math.min(pauseMs * 2, maxPauseMs))
      }
    }, pauseMs)
  }

  #attach(client: pg.ClientBase): void {
    client.on("notification", ({ channel, payload }) => {
      for (const listener of this.#channels.get(channel) ?? []) listener(payload ?? "")
    })
  }

  #notifyMissed(): void {
    for (const listeners of this.#channels.values()) for (const listener of listeners) listener()
  }
}

function quoted(channel: string): string {
  return pg.escapeIdentifier(channel)
}
