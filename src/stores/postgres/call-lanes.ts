import { Socket } from "node:net"
import pg from "pg"

/** A statement that is a transaction of its own, prepared under its name. */
export interface Call {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

interface Lane {
  readonly client: Promise<pg.Client>
  readonly socket: Socket
  waiting: number
  isGathering: boolean
}

const lanes = 4

/**
 * Calls need not wait for the answers of those before them, so a few connections carry any number. Those that are made
 * in one turn of the event loop are sent together: a thousand turns that end at once are then not a thousand writes.
 */
export class CallLanes {
  readonly #config: pg.ClientConfig
  readonly #lanes = new Set<Lane>()
  #isClosed = false

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  async call<Row extends object>({ name, text, values }: Call): Promise<Row[]> {
    if (this.#isClosed) throw new Error("Cannot use a pool after calling end on the pool")
    const lane = this.#lane()
    lane.waiting++
    try {
      const client = await lane.client
      // With nothing on its way there is nothing to wait for.
      if (lane.waiting > 1) gather(lane)
      return (await client.query<Row>({ name, text, values: [...values] })).rows
    } finally {
      lane.waiting--
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const clients = await Promise.allSettled([...this.#lanes].map(({ client }) => client))
    for (const client of clients) if (client.status === "fulfilled") await client.value.end().catch(() => {})
  }

  /** One with nothing on its way, a new one, or the least busy. */
  #lane(): Lane {
    const [least] = [...this.#lanes].toSorted((a, b) => a.waiting - b.waiting)
    return least && (least.waiting === 0 || this.#lanes.size === lanes) ? least : this.#open()
  }

  #open(): Lane {
    const socket = new Socket()
    const client = new pg.Client({ ...this.#config, stream: () => socket, pipeline: true })
    const lose = () => this.#lanes.delete(lane)
    // Whoever waits for an answer hears of it; the next call opens another.
    client.on("error", lose)
    client.on("end", lose)
    const connected = client.connect().then(() => client)
    connected.catch(lose)
    const lane: Lane = { client: connected, socket, waiting: 0, isGathering: false }
    this.#lanes.add(lane)
    return lane
  }
}

function gather(lane: Lane): void {
  if (lane.isGathering) return
  lane.isGathering = true
  lane.socket.cork()
  setImmediate(() => {
    lane.isGathering = false
    lane.socket.uncork()
  })
}
