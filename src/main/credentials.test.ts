import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { parseConfig } from "./config.ts"
import {
  checkKey,
  credentialsPath,
  isExposed,
  readCredentials,
  removeCredential,
  storeCredential,
} from "./credentials.ts"
import { providerOrigin, resolveProviders } from "./resolve-providers.ts"

const at = (key: string, origin = "https://api.openai.com") => ({ key, origin })

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "conclave-credentials-"))
  path = join(folder, "new", "credentials.json")
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test("a key is stored in a file that only its owner can read, and can be removed", async () => {
  expect(readCredentials(path)).toEqual({})
  await storeCredential(path, "openai", at("sk-one"))
  await storeCredential(path, "compatible:lab", at("lab-two"))
  expect(readCredentials(path)).toEqual({ openai: at("sk-one"), "compatible:lab": at("lab-two") })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  expect(await removeCredential(path, "openai")).toBe(true)
  expect(await removeCredential(path, "openai")).toBe(false)
  expect(readCredentials(path)).toEqual({ "compatible:lab": at("lab-two") })
  expect(await readdir(dirname(path))).toEqual(["credentials.json"])
})

test("a file that others can read is detected, and made private when it is written", async () => {
  await storeCredential(path, "openai", at("sk-one"))
  expect(isExposed(path)).toBe(false)
  chmodSync(path, 0o644)
  expect(isExposed(path)).toBe(true)
  await storeCredential(path, "xai", at("xai-two"))
  expect(isExposed(path)).toBe(false)
})

test("an invalid file is refused with its path and the fix, without showing its content", () => {
  const damaged = join(folder, "damaged.json")
  writeFileSync(damaged, "sk-very-secret")
  expect(() => readCredentials(damaged)).toThrow(`${damaged}: is not a valid credentials file; delete it`)
  expect(() => readCredentials(damaged)).not.toThrow("very-secret")
  writeFileSync(damaged, '{"openai": "sk-very-secret"}')
  expect(() => readCredentials(damaged)).toThrow("is not a valid credentials file")
})

test("an invalid key is refused without showing it", () => {
  expect(checkKey("  sk-one\n")).toBe("sk-one")
  expect(() => checkKey(" \n")).toThrow("key: must not be empty")
  expect(() => checkKey("sk-one\nsk-two")).toThrow("key: must be one line")
  expect(() => checkKey("sk ünsafe")).toThrow("key: must be printable ASCII without spaces")
  expect(() => checkKey("x".repeat(5_000))).toThrow("key: must be at most 4096 characters")
})

test("the file is in the system's configuration folder, or where a variable says", () => {
  expect(credentialsPath({ CONCLAVE_CREDENTIALS: "/there/keys.json" })).toBe("/there/keys.json")
  expect(credentialsPath({ XDG_CONFIG_HOME: "/xdg" })).toBe(join("/xdg", "conclave", "credentials.json"))
  expect(credentialsPath({ HOME: "/home/ann" })).toBe(join("/home/ann", ".config", "conclave", "credentials.json"))
})

test("environment variables override keys of the file", () => {
  const keys = { openai: at("from-file"), xai: at("from-file", "https://api.x.ai") }
  const { openai, xai, groq } = resolveProviders({ OPENAI_API_KEY: "from-env" }, parseConfig({}), keys)
  expect([openai.apiKey, xai.apiKey, groq.apiKey]).toEqual(["from-env", "from-file", undefined])
})

test("a folder that sets another base URL does not get the stored key", () => {
  const keys = { openai: at("from-file") }
  const elsewhere = parseConfig({ providers: { openai: { base_url: "https://elsewhere.example/v1" } } })
  expect(resolveProviders({}, elsewhere, keys).openai.apiKey).toBeUndefined()
  expect(resolveProviders({ OPENAI_BASE_URL: "http://api.openai.com" }, parseConfig({}), keys).openai.apiKey).toBe(
    undefined,
  )
  expect(providerOrigin("openai", undefined)).toBe("https://api.openai.com")
  expect(providerOrigin("azure", undefined)).toBeUndefined()
})
