// As a namespace: an older Node has no such export, and could not even say that it is too old.
import * as module from "node:module"
import { ConclaveError } from "../core/errors.ts"

export function isInstalled(name: string): boolean {
  try {
    return module.findPackageJSON(name, import.meta.url) !== undefined
  } catch {
    return false
  }
}

/** Throws MODEL_UNAVAILABLE, naming the command to run, where the package that a model is asked through is not there. */
export function assertInstalled(model: string, name: string | undefined): void {
  if (name === undefined || isInstalled(name)) return
  throw new ConclaveError("MODEL_UNAVAILABLE", `${model} needs a package: run npm install ${name}`, {
    problems: [{ field: "model", message: `needs a package; run npm install ${name}` }],
  })
}
