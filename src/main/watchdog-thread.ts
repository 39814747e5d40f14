import { writeSync } from "node:fs"
import { workerData } from "node:worker_threads"
import { printableLine } from "../cli/printable.ts"
import { quarantineAfterMs, type SuspectWriter } from "../ports/jobs.ts"
import type { StorageLocation } from "./open-storage.ts"
import { WatchdogMemory } from "./watchdog-memory.ts"

const { buffer, location } = workerData as { readonly buffer: SharedArrayBuffer; readonly location: StorageLocation }
const memory = new WatchdogMemory(buffer)
/** In-memory discussions cannot be taken over, so there is nothing to record. */
const isInMemory = "data" in location && location.data === "memory"

const pollIntervalMs = 100
/** A step that blocks longer is recorded as suspect while it lasts, in case it brings the process down. */
const suspectMs = 500
const warnAfterMs = 1_000

let beats = memory.beats
let step = memory.step
let blockedMs = 0
let stepMs = 0
let hasWarned = false
let suspect: { readonly id: number; readonly step: number; heldMs: number } | undefined
let writing: Promise<unknown> = Promise.resolve()
let writer: Promise<SuspectWriter> | undefined

setInterval(poll, pollIntervalMs)

/** Counts polls instead of reading the clock, so that a suspended machine does not count as blocked. */
function poll(): void {
  blockedMs = memory.beats === beats ? blockedMs + pollIntervalMs : 0
  beats = memory.beats
  stepMs = memory.step === step && step % 2 === 1 ? stepMs + pollIntervalMs : 0
  step = memory.step
  if (blockedMs >= warnAfterMs && !hasWarned) warn()
  hasWarned = blockedMs >= warnAfterMs
  if (stepMs >= quarantineAfterMs) memory.heldStep = step
  writing = writing.then(writeSuspect).catch(() => {})
}

function warn(): void {
  const cause = step % 2 === 1 ? `by discussion ${memory.discussionId}` : `(last request: ${memory.request || "none"})`
  writeSync(2, `event loop blocked for ${warnAfterMs / 1_000} s ${printableLine(cause)}\n`)
}

async function writeSuspect(): Promise<void> {
  if (suspect && suspect.step !== step) {
    const { id, heldMs } = suspect
    suspect = undefined
    if (heldMs < quarantineAfterMs) await (await writer)?.remove(id)
  }
  if (stepMs < suspectMs || isInMemory) return
  writer ??= openWriter()
  if (!suspect) {
    const at = step
    suspect = { id: await (await writer).add(memory.discussionId), step: at, heldMs: 0 }
  }
  if (stepMs >= quarantineAfterMs && suspect.heldMs < quarantineAfterMs) {
    suspect.heldMs = stepMs
    await (await writer).update(suspect.id, stepMs)
  }
}

async function openWriter(): Promise<SuspectWriter> {
  if ("url" in location) return (await import("../stores/postgres/running/suspect-runs.ts")).suspectWriter(location.url)
  return (await import("../stores/sqlite/running/suspect-runs.ts")).suspectWriter(location.data)
}
