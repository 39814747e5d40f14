// Imported as a namespace: an older Node lacks this export, and must still be able to report that it is too old.
import * as module from "node:module"
import { ConclaveError } from "../core/errors.ts"

export function isInstalled(name: string): boolean {
  try {
    return module.findPackageJSON(name, import.meta.url) !== undefined
  } catch {
    return false
  }
}

/** Throws MODEL_UNAVAILABLE with the command to run if an optional package is not installed. */
export function assertInstalled(model: string, name: string | undefined): void {
  if (name === undefined || isInstalled(name)) return
  throw new ConclaveError("MODEL_UNAVAILABLE", `${model} needs the package ${name}; run npm install ${name}`, {
    problems: [{ field: "model", message: `needs the package ${name}; run npm install ${name}` }],
  })
}
