import { Socket } from "node:net"
import pg from "pg"

/** A statement that is prepared once under its name; without a name it is planned on each call. */
export interface PreparedStatement {
  readonly name?: string
  readonly text: string
  readonly values: unknown[]
}

const names = new Map<string, string>()
/** Limit of names, since each connection keeps a plan for each. */
const maxNames = 100

/** Names a statement so that it is planned once: planning often takes longer than running it. */
export function prepared(text: string, values: readonly unknown[]): PreparedStatement {
  const name = names.get(text) ?? (names.size < maxNames ? `statement ${names.size + 1}` : undefined)
  if (name === undefined) return { text, values: [...values] }
  names.set(text, name)
  return { name, text, values: [...values] }
}

interface PipelinedConnection {
  readonly client: Promise<pg.Client>
  readonly socket: Socket
  waiting: number
  isCorked: boolean
}

const maxConnections = 4

/**
 * Calls do not wait for the replies to earlier ones, so a few connections carry any number. Calls of one turn of the
 * event loop are sent in one write.
 */
export class PipelinedConnections {
  readonly #config: pg.ClientConfig
  readonly #connections = new Set<PipelinedConnection>()
  #isClosed = false

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  async call<Row extends object>(statement: PreparedStatement): Promise<Row[]> {
    if (this.#isClosed) throw new Error("Cannot use a pool after calling end on the pool")
    const lane = this.#leastBusy()
    lane.waiting++
    try {
      const client = await lane.client
      // A lone call is sent at once.
      if (lane.waiting > 1) corkUntilNextTick(lane)
      return (await client.query<Row>(statement)).rows
    } finally {
      lane.waiting--
    }
  }

  /** Runs the statements in one transaction and one round trip. */
  async transaction<Row extends object>(statements: readonly PreparedStatement[], begin = "BEGIN"): Promise<Row[][]> {
    if (this.#isClosed) throw new Error("Cannot use a pool after calling end on the pool")
    const lane = this.#leastBusy()
    lane.waiting += statements.length
    try {
      const client = await lane.client
      // Queued synchronously, so no other statement comes in between.
      corkUntilNextTick(lane)
      const done = [
        client.query(begin),
        ...statements.map((statement) => client.query<Row>(statement)),
        client.query("COMMIT"),
      ]
      const failed = (await Promise.allSettled(done)).find((each) => each.status === "rejected")
      if (failed) throw failed.reason
      const [, ...results] = await Promise.all(done)
      return results.slice(0, -1).map(({ rows }) => rows as Row[])
    } finally {
      lane.waiting -= statements.length
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const clients = await Promise.allSettled([...this.#connections].map(({ client }) => client))
    for (const client of clients) if (client.status === "fulfilled") await client.value.end().catch(() => {})
  }

  /** An idle connection, else a new one, else the least busy. */
  #leastBusy(): PipelinedConnection {
    const [least] = [...this.#connections].toSorted((a, b) => a.waiting - b.waiting)
    return least && (least.waiting === 0 || this.#connections.size === maxConnections) ? least : this.#open()
  }

  #open(): PipelinedConnection {
    const socket = new Socket()
    const client = new pg.Client({ ...this.#config, stream: () => socket, pipeline: true })
    const lose = () => this.#connections.delete(lane)
    // Pending calls are rejected by pg; the next call opens a new connection.
    client.on("error", lose)
    client.on("end", lose)
    const connected = client.connect().then(() => client)
    connected.catch(lose)
    const lane: PipelinedConnection = { client: connected, socket, waiting: 0, isCorked: false }
    this.#connections.add(lane)
    return lane
  }
}

function corkUntilNextTick(lane: PipelinedConnection): void {
  if (lane.isCorked) return
  lane.isCorked = true
  lane.socket.cork()
  setImmediate(() => {
    lane.isCorked = false
    lane.socket.uncork()
  })
}
