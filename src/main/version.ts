import { readFileSync } from "node:fs"
import { ConclaveError } from "../core/errors.ts"

interface Manifest {
  readonly version: string
  readonly engines: { readonly node: string }
}

/** The manifest is one folder up from the built program, two from its source. */
function readManifest(): Manifest | undefined {
  const folders = ["..", "../.."].map((up) => new URL(`${up}/package.json`, import.meta.url))
  for (const file of folders) {
    try {
      return JSON.parse(readFileSync(file, "utf8"))
    } catch {
      // try the next folder
    }
  }
  return undefined
}

export function version(): string {
  return readManifest()?.version ?? "unknown"
}

/** Checked up front: on an older Node, a discussion would only fail halfway through. */
export function assertNodeVersion(current = process.versions.node): void {
  const needed = readManifest()?.engines.node.replace(/[^\d.]/g, "") ?? "0"
  const [major = 0, minor = 0] = current.split(".").map(Number)
  const [neededMajor = 0, neededMinor = 0] = needed.split(".").map(Number)
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return
  throw new ConclaveError("INITIALIZATION_FAILED", `conclave needs Node ${needed} or newer; you have ${current}`)
}
