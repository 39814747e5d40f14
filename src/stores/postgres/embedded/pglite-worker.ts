import { parentPort, workerData } from "node:worker_threads"
import { PGlite } from "@electric-sql/pglite"
import { isWhole } from "./frontend-messages.ts"
import type { FromWorker, ToWorker, WorkerInput } from "./worker-messages.ts"

/**
 * PGlite behind the wire protocol. It computes for as long as a statement takes, so it has a thread of its own.
 * It is one session: a connection that begins takes over from the one before, whose leavings are discarded.
 */
const port = parentPort!
const { folder, dump } = workerData as WorkerInput

const database = await PGlite.create({
  ...(folder !== undefined && { dataDir: folder }),
  ...(dump && { loadDataDir: new Blob([dump]) }),
})
const send = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

let current = -1
let pending: Uint8Array = new Uint8Array(0)

port.on("message", (message: ToWorker) => {
  try {
    if (message.kind === "bytes") receive(message.connection, message.bytes)
    else void answer(message)
  } catch (error) {
    send({ kind: "failed", message: error instanceof Error ? error.message : String(error) })
  }
})
send({ kind: "ready" })

function receive(connection: number, bytes: Uint8Array): void {
  if (connection < current) return
  if (connection > current) {
    current = connection
    pending = new Uint8Array(0)
    simpleQuery("ROLLBACK")
    simpleQuery("DISCARD ALL")
  }
  const whole = pending.length === 0 ? bytes : Buffer.concat([pending, bytes])
  // PGlite answers each call as if all of a request had come, so half a request must wait for its other half.
  if (!isWhole(whole)) {
    pending = whole
    return
  }
  pending = new Uint8Array(0)
  const reply = database.execProtocolRawSync(whole).slice()
  if (reply.length > 0) send({ kind: "bytes", connection, bytes: reply }, [reply.buffer])
}

function simpleQuery(text: string): void {
  const body = Buffer.from(`${text}\0`)
  const message = Buffer.alloc(5 + body.length)
  message.write("Q")
  message.writeInt32BE(4 + body.length, 1)
  body.copy(message, 5)
  database.execProtocolRawSync(message)
}

async function answer(message: Exclude<ToWorker, { kind: "bytes" }>): Promise<void> {
  if (message.kind === "dump") {
    const bytes = new Uint8Array(await (await database.dumpDataDir("none")).arrayBuffer())
    send({ kind: "dump", bytes }, [bytes.buffer])
    return
  }
  await database.close()
  send({ kind: "closed" })
  port.close()
}
