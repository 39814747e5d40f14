import type { Duplex } from "node:stream"
import { Worker } from "node:worker_threads"
import type { FromWorker, ToWorker, WorkerInput } from "./worker-messages.ts"
import { WorkerStream } from "./worker-stream.ts"

/** A PostgreSQL in a thread of this process. */
export interface EmbeddedServer {
  /** A connection to it, to be used as the socket of a client. The newest one is the one that is served. */
  connect(): Duplex
  /** Its data folder as a tar. */
  dump(): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

// Compiled, the worker is beside this file under another name.
const workerFile = new URL(`./pglite-worker${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url)

/** Starts the thread and waits until the database answers. */
export async function startEmbedded(input: WorkerInput): Promise<EmbeddedServer> {
  const worker = new Worker(workerFile, { workerData: input, name: "database", execArgv: [], stdout: false })
  const streams = new Map<number, WorkerStream>()
  let count = 0
  let gone: Error | undefined
  const ready = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  let dumped = Promise.withResolvers<Uint8Array<ArrayBuffer>>()

  const lose = (error: Error) => {
    gone = error
    ready.reject(error)
    dumped.reject(error)
    for (const stream of streams.values()) stream.destroy(error)
  }
  dumped.promise.catch(() => {})
  worker.on("message", (message: FromWorker) => {
    if (message.kind === "bytes") streams.get(message.connection)?.push(Buffer.from(message.bytes.buffer))
    else if (message.kind === "ready") ready.resolve()
    else if (message.kind === "dump") dumped.resolve(message.bytes)
    else if (message.kind === "failed") lose(new Error(`the embedded database failed: ${message.message}`))
  })
  worker.on("error", lose)
  worker.on("exit", () => {
    lose(new Error("the embedded database is closed"))
    closed.resolve()
  })
  const post = (message: ToWorker, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer)

  await ready.promise
  return {
    connect() {
      const connection = ++count
      const up = gone ? Promise.reject(gone) : Promise.resolve()
      const stream = new WorkerStream(up, (bytes) => post({ kind: "bytes", connection, bytes }, [bytes.buffer]))
      streams.set(connection, stream)
      stream.once("close", () => streams.delete(connection))
      return stream
    },
    dump() {
      dumped = Promise.withResolvers()
      post({ kind: "dump" })
      return dumped.promise
    },
    async close() {
      if (!gone) post({ kind: "close" })
      await closed.promise
    },
  }
}
