import { Worker } from "node:worker_threads"
import { ConclaveError } from "../core/errors.ts"
import type { StepGuard } from "../engine/context.ts"
import type { StorageLocation } from "./open-storage.ts"
import { WatchdogMemory } from "./watchdog-memory.ts"

const beatEveryMs = 100

/**
 * Sees when the event loop is held up, and by what. It is a thread of its own, since nothing else runs then: it says so
 * on the standard error, and writes down whose step it is, so that no process takes that discussion over for ever.
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
    // Without it nothing is watched, and nothing else is amiss.
    this.#thread.on("error", () => {})
    this.#beat = setInterval(() => this.#memory.beat(), beatEveryMs).unref()
  }

  /** Does a step of a discussion; throws where it took so long that the discussion must not go on. */
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

  /** A request has come. */
  onRequest(method: string, path: string): void {
    this.#memory.request = `${method} ${path}`
  }

  async close(): Promise<void> {
    clearInterval(this.#beat)
    await this.#thread.terminate()
  }
}

function throwHeld(): never {
  throw new ConclaveError("QUARANTINED", "a step of it held up the whole process for over 5 s, so it was stopped")
}
