import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { stringify } from "yaml"
import { readTextFile } from "../cli/text-files.ts"
import { ConclaveError, invalidField } from "../core/errors.ts"
import { isPresetName } from "../core/formats/index.ts"
import type { OwnTables, TableFile, TableRegistry } from "../core/tables/table-file.ts"
import { validateTable } from "../core/tables/table-problems.ts"
import { packageFile } from "./version.ts"
import { readYaml } from "./yaml-file.ts"

/** Throws INPUT_INVALID with file, line, column and the fix. */
export function readTableFile(path: string, folder = "."): TableFile {
  return parseTable(readText(path, folder), path)
}

export function parseTable(text: string, path: string): TableFile {
  const { value, located } = readYaml(text, path)
  try {
    return validateTable(value ?? {})
  } catch (error) {
    throw error instanceof ConclaveError ? located(error) : error
  }
}

const maxFileBytes = 1024 * 1024

function readText(file: string, folder: string): string {
  if ((statSync(resolve(folder, file), { throwIfNoEntry: false })?.size ?? 0) <= maxFileBytes)
    return readTextFile(file, folder)
  throw invalidField(file, "is larger than 1 MB; is it the right file?")
}

const extensions = [".yaml", ".yml"] as const
const safeName = /^[a-z0-9][a-z0-9-]{0,59}$/

export function builtInTablesFolder(): string {
  return dirname(packageFile("tables/debate.yaml"))
}

/** The user's own tables and the built-in ones. The user's win. */
export function createTableRegistry(own?: string): TableRegistry {
  const shipped = builtInTablesFolder()
  const cache = new Map<string, TableFile>()
  return {
    ...(own !== undefined && { own: ownTables(own) }),
    get names() {
      const builtIn = listTableNames(shipped).filter((name) => !isPresetName(name))
      return [...new Set([...builtIn, ...(own === undefined ? [] : listTableNames(own))])].toSorted()
    },
    find(name) {
      const file = own === undefined ? undefined : findTableFile(own, name)
      if (own !== undefined && file !== undefined)
        return parseNamedTable(name, join("tables", file), readText(file, own))
      const builtIn = isPresetName(name) ? undefined : findTableFile(shipped, name)
      const known = cache.get(name)
      if (builtIn === undefined || known) return known
      const table = parseNamedTable(name, builtIn, readText(builtIn, shipped))
      cache.set(name, table)
      return table
    },
  }
}

function parseNamedTable(name: string, path: string, text: string): TableFile {
  const table = parseTable(text, path)
  if (table.name === name) return table
  throw invalidField(`${path} name`, `must be ${name}, like the file name, not ${table.name}`)
}

function listTableNames(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((file) => {
    const ending = extensions.find((one) => file.endsWith(one))
    const name = ending === undefined ? "" : file.slice(0, -ending.length)
    return safeName.test(name) ? [name] : []
  })
}

function findTableFile(folder: string, name: string): string | undefined {
  if (!safeName.test(name)) return undefined
  return extensions.map((ending) => `${name}${ending}`).find((file) => existsSync(join(folder, file)))
}

function ownTables(folder: string): OwnTables {
  return {
    get names() {
      return listTableNames(folder)
    },
    save(table) {
      const file = join(folder, findTableFile(folder, table.name) ?? `${table.name}.yaml`)
      write(folder, () => {
        mkdirSync(folder, { recursive: true })
        // Renamed into place, so that concurrent readers see the old or the new file.
        writeFileSync(`${file}.new`, stringify(table))
        renameSync(`${file}.new`, file)
      })
    },
    remove(name) {
      const file = findTableFile(folder, name)
      if (file !== undefined) write(folder, () => rmSync(join(folder, file)))
      return file !== undefined
    },
  }
}

function write(folder: string, change: () => void): void {
  try {
    change()
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException
    throw new ConclaveError("CONFLICT", `cannot write to the tables folder ${folder} (${code})`)
  }
}
