import { readFileSync, statSync } from "node:fs"
import { mkdir, rename, rm, writeFile } from "node:fs/promises"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { invalidField } from "../core/errors.ts"
import type { Environment } from "./system-ports.ts"

/** Saved keys by provider, from a file of mode 0600 that `conclave login` writes. The environment wins over them. */
export type Credentials = Readonly<Record<string, Credential>>

export interface Credential {
  readonly key: string
  /** The only origin the key is sent to, so that a project's `.env` or config cannot redirect it. */
  readonly origin: string
}

const maxKeyLength = 4_096

/** `CONCLAVE_CREDENTIALS`, else `conclave/credentials.json` in the user's config folder. */
export function credentialsPath(env: Environment): string {
  const { CONCLAVE_CREDENTIALS, XDG_CONFIG_HOME, APPDATA, HOME } = env
  if (CONCLAVE_CREDENTIALS?.trim()) return CONCLAVE_CREDENTIALS.trim()
  const settings = XDG_CONFIG_HOME?.trim() || (process.platform === "win32" && APPDATA?.trim())
  return join(settings || join(HOME?.trim() || homedir(), ".config"), "conclave", "credentials.json")
}

/** Empty if the file does not exist. Throws INPUT_INVALID, without quoting the content, if it is not valid. */
export function readCredentials(path: string): Credentials {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return {}
  const value = found.isFile() ? parseJson(readFileSync(path, "utf8")) : undefined
  if (isCredentials(value)) return value
  const message = "is not a valid credentials file; delete it and save the keys again with `conclave login PROVIDER`"
  throw invalidField(path, message)
}

export async function storeCredential(path: string, provider: string, credential: Credential): Promise<void> {
  await writeCredentials(path, { ...readCredentials(path), [provider]: credential })
}

/** Returns whether there was one. */
export async function removeCredential(path: string, provider: string): Promise<boolean> {
  const { [provider]: removed, ...rest } = readCredentials(path)
  if (removed === undefined) return false
  await writeCredentials(path, rest)
  return true
}

/** Trims and checks a key. Throws INPUT_INVALID, without quoting it. */
export function checkKey(text: string): string {
  const key = text.trim()
  const refuse = (message: string) => invalidField("key", message)
  if (key === "") throw refuse("must not be empty")
  if (/[\r\n]/.test(key)) throw refuse("must be one line")
  if (!/^[!-~]+$/.test(key)) throw refuse("must be printable ASCII without spaces")
  if (key.length > maxKeyLength) throw refuse(`must be at most ${maxKeyLength} characters`)
  return key
}

/** Whether other users of this machine may read the file. */
export function isExposed(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  return process.platform !== "win32" && (mode & 0o077) !== 0
}

/** Atomic: written to a temporary file, then renamed. */
async function writeCredentials(path: string, credentials: Credentials): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${crypto.randomUUID()}`
  try {
    await writeFile(temporary, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: "wx" })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isCredentials(value: unknown): value is Credentials {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false
  return Object.values(value).every((one) => typeof one?.key === "string" && typeof one.origin === "string")
}
