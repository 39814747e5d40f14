import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { discuss } from "../../cli/commands/discuss.ts"
import type { DiscussOptions } from "../../cli/discussion-input.ts"
import { invalidInput } from "../../core/errors.ts"
import { isPresetName } from "../../core/formats/index.ts"
import { readYaml } from "../config-file.ts"
import { type ContextRun, invocationOf } from "./command-context.ts"

interface Options extends DiscussOptions {
  readonly table?: string
}

/** Reads the table file, where one is named, before the discussion is asked for. */
export const discussWithTable: ContextRun<Options> = async (context) => {
  const { options, folder } = context
  const invocation = invocationOf(context)
  if (options.table === undefined) return discuss(invocation)
  const tableContent = readTable(options.table, folder)
  return discuss({ ...invocation, options: { ...options, tableContent } })
}

/** A path, a name in the folder `tables`, or a format as it comes. */
function readTable(named: string, folder: string): Readonly<Record<string, unknown>> {
  const candidates = [named, join("tables", `${named}.yaml`)]
  const path = candidates.find((file) => existsSync(join(folder, file)) || (file.startsWith("/") && existsSync(file)))
  if (path === undefined) {
    if (isPresetName(named)) return { format: named }
    throw invalidInput([{ field: "--table", message: `there is neither ${candidates.join(" nor ")}` }])
  }
  const { value } = readYaml(readFileSync(path.startsWith("/") ? path : join(folder, path), "utf8"), path)
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw invalidInput([{ field: path, message: "must say format, seats or options of a discussion" }])
}
