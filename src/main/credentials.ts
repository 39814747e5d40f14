import { readFileSync, statSync } from "node:fs"
import { mkdir, rename, rm, writeFile } from "node:fs/promises"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { invalidInput } from "../core/errors.ts"
import type { Environment } from "./system-ports.ts"

/**
 * Keys of providers by name, as one file of mode 0600 outside of every project keeps them: `conclave login` writes it.
 * To set one: `storeCredential(credentialsPath(env), "openai", { key: checkKey(text), origin })` with `origin` from
 * `providerOrigin`. To use them: hand `readCredentials(path)` to `resolveProviders`; the environment wins over the file.
 */
export type Credentials = Readonly<Record<string, Credential>>

export interface Credential {
  readonly key: string
  /** Where it may be sent: a folder's own `.env` or configuration that names another address does not get it. */
  readonly origin: string
}

const maxKeyLength = 4_096

/** `CONCLAVE_CREDENTIALS`, else `conclave/credentials.json` where this system keeps a user's settings. */
export function credentialsPath(env: Environment): string {
  const { CONCLAVE_CREDENTIALS, XDG_CONFIG_HOME, APPDATA, HOME } = env
  if (CONCLAVE_CREDENTIALS?.trim()) return CONCLAVE_CREDENTIALS.trim()
  const settings = XDG_CONFIG_HOME?.trim() || (process.platform === "win32" && APPDATA?.trim())
  return join(settings || join(HOME?.trim() || homedir(), ".config"), "conclave", "credentials.json")
}

/** Keys by provider; none where there is no file. Throws INPUT_INVALID where it cannot be read, and shows nothing of it. */
export function readCredentials(path: string): Credentials {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return {}
  const value = found.isFile() ? parseJson(readFileSync(path, "utf8")) : undefined
  if (isCredentials(value)) return value
  const message = "cannot be read as saved keys; remove it, and save them again with `conclave login PROVIDER`"
  throw invalidInput([{ field: path, message }])
}

export async function storeCredential(path: string, provider: string, credential: Credential): Promise<void> {
  await writeCredentials(path, { ...readCredentials(path), [provider]: credential })
}

/** Gives whether there was one. */
export async function removeCredential(path: string, provider: string): Promise<boolean> {
  const { [provider]: removed, ...rest } = readCredentials(path)
  if (removed === undefined) return false
  await writeCredentials(path, rest)
  return true
}

/** A key as it was typed or piped, without the white space around it. Throws INPUT_INVALID, and never shows it. */
export function checkKey(text: string): string {
  const key = text.trim()
  const refuse = (message: string) => invalidInput([{ field: "key", message }])
  if (key === "") throw refuse("must not be empty")
  if (/[\r\n]/.test(key)) throw refuse("must be one line")
  if (!/^[!-~]+$/.test(key)) throw refuse("must be letters, digits and signs without spaces")
  if (key.length > maxKeyLength) throw refuse(`must be at most ${maxKeyLength} characters`)
  return key
}

/** Whether other users of this machine can read the file. */
export function isExposed(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  return process.platform !== "win32" && (mode & 0o077) !== 0
}

/** Written beside it and then put in its place: a process that ends in between leaves the old one whole. */
async function writeCredentials(path: string, credentials: Credentials): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const written = `${path}.${crypto.randomUUID()}`
  try {
    await writeFile(written, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: "wx" })
    await rename(written, path)
  } catch (error) {
    await rm(written, { force: true })
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
