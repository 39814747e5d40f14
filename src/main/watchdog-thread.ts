import { writeSync } from "node:fs"
import { workerData } from "node:worker_threads"
import { printableLine } from "../cli/printable.ts"
import { heldTooLongMs, type SuspectWriter } from "../ports/jobs.ts"
import type { StorageLocation } from "./open-storage.ts"
import { WatchdogMemory } from "./watchdog-memory.ts"

const { buffer, location } = workerData as { readonly buffer: SharedArrayBuffer; readonly location: StorageLocation }
const memory = new WatchdogMemory(buffer)
/** Then nobody takes anything over. */
const isInMemory = "data" in location && location.data === "memory"

const lookEveryMs = 100
/** What is slower than this is a suspect while it lasts: if the process dies meanwhile, this is why. */
const suspectMs = 500
const tellMs = 1_000

let beats = memory.beats
let step = memory.step
let blockedMs = 0
let stepMs = 0
let told = false
let suspect: { readonly id: number; readonly step: number; heldMs: number } | undefined
let writing: Promise<unknown> = Promise.resolve()
let writer: Promise<SuspectWriter> | undefined

setInterval(look, lookEveryMs)

/** Counted in looks and not by the clock: a machine that was asleep is nobody's fault. */
function look(): void {
  blockedMs = memory.beats === beats ? blockedMs + lookEveryMs : 0
  beats = memory.beats
  stepMs = memory.step === step && step % 2 === 1 ? stepMs + lookEveryMs : 0
  step = memory.step
  if (blockedMs >= tellMs && !told) tell()
  told = blockedMs >= tellMs
  if (stepMs >= heldTooLongMs) memory.heldStep = step
  writing = writing.then(writeSuspect).catch(() => {})
}

function tell(): void {
  const by = step % 2 === 1 ? `discussion ${memory.discussionId}` : `a request, perhaps ${memory.request || "none"}`
  writeSync(2, `the event loop has been held up for ${tellMs / 1_000} s by ${printableLine(by)}\n`)
}

async function writeSuspect(): Promise<void> {
  if (suspect && suspect.step !== step) {
    const { id, heldMs } = suspect
    suspect = undefined
    if (heldMs < heldTooLongMs) await (await writer)?.remove(id)
  }
  if (stepMs < suspectMs || isInMemory) return
  writer ??= openWriter()
  if (!suspect) {
    const at = step
    suspect = { id: await (await writer).add(memory.discussionId), step: at, heldMs: 0 }
  }
  if (stepMs >= heldTooLongMs && suspect.heldMs < heldTooLongMs) {
    suspect.heldMs = stepMs
    await (await writer).update(suspect.id, stepMs)
  }
}

async function openWriter(): Promise<SuspectWriter> {
  if ("url" in location) return (await import("../stores/postgres/running/suspect-runs.ts")).suspectWriter(location.url)
  return (await import("../stores/sqlite/running/suspect-runs.ts")).suspectWriter(location.data)
}
