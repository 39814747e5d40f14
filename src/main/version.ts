import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { ConclaveError } from "../core/errors.ts"

interface Manifest {
  readonly version: string
  readonly engines: { readonly node: string }
}

/** The path of a file of this package: one folder up from the built program, two from its source. */
export function packageFile(name: string): string {
  const found = ["..", "../.."].map((up) => fileURLToPath(new URL(`${up}/${name}`, import.meta.url)))
  return found.find((file) => existsSync(file)) ?? found[0]!
}

function readManifest(): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(packageFile("package.json"), "utf8"))
  } catch {
    return undefined
  }
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
