import { Worker } from "node:worker_threads"
import { ConclaveError } from "../core/errors.ts"
import type { StepGuard } from "../engine/context.ts"
import type { StorageLocation } from "./open-storage.ts"
import { WatchdogMemory } from "./watchdog-memory.ts"

const beatIntervalMs = 100

/**
 * Detects a blocked event loop, from a thread that keeps running meanwhile. It warns on standard error and records the
 * discussion at fault, so that it does not bring down one process after another.
 */
export class Watchdog {
  readonly #memory = new WatchdogMemory()
  readonly #thread: Worker
  readonly #beat: NodeJS.Timeout

  constructor(location: StorageLocation) {
    const file = import.meta.url.endsWith(".ts") ? "./watchdog-thread.ts" : "./watchdog-thread.js"
    const workerData = { buffer: this.#memory.buffer, location }
    this.#thread = new Worker(new URL(file, import.meta.url), { workerData, execArgv: [] })
    this.#thread.unref()
    // The watchdog is optional: the process works without it.
    this.#thread.on("error", () => {})
    this.#beat = setInterval(() => this.#memory.beat(), beatIntervalMs).unref()
  }

  /** Runs a step of a discussion. Throws QUARANTINED if it blocked too long for the discussion to continue. */
  readonly guard: StepGuard = (discussionId, work) => {
    const memory = this.#memory
    memory.beginStep(discussionId)
    const { step } = memory
    try {
      return work()
    } finally {
      memory.endStep()
      if (memory.heldStep === step) throwHeld()
    }
  }

  onRequest(method: string, path: string): void {
    this.#memory.request = `${method} ${path}`
  }

  async close(): Promise<void> {
    clearInterval(this.#beat)
    await this.#thread.terminate()
  }
}

function throwHeld(): never {
  throw new ConclaveError("QUARANTINED", "stopped: one of its steps blocked the whole process for over 5 s")
}
