import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startWireServer, type WireServer } from "../wire/server.ts"
import { expectAccessible, expectNoSidewaysScroll } from "./axe.ts"
import { pageRig, screenshot } from "./page-rig.ts"

const folder = mkdtempSync(join(tmpdir(), "conclave-page-keys-"))
const file = join(folder, "credentials.json")
const secret = "sk-canary-0815"
let wire: WireServer
beforeAll(async () => {
  wire = await startWireServer({ models: ["small", "large"] })
})
afterAll(async () => {
  await wire?.close()
  rmSync(folder, { recursive: true, force: true })
})
const rig = pageRig({ env: { CONCLAVE_CREDENTIALS: file }, credentials: {} })

describe("setting up models on the page [models.set-up]", () => {
  test("a key kept in the server's memory makes its models available at once, and can be removed", async () => {
    const page = await rig.openPage("/models")
    await page.getByRole("button", { name: "Add key Mistral" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText("In this server's memory: until it restarts, and written nowhere").waitFor()
    await expectAccessible(page)
    await dialog.getByLabel("API key of the provider").fill(secret)
    await dialog.getByRole("button", { name: "Save" }).click()
    await page.getByText("Key in this server's memory, until it restarts").waitFor()
    await page
      .locator("code", { hasText: /^mistral\// })
      .first()
      .waitFor()
    expect(await page.content()).not.toContain(secret)
    await page.getByRole("button", { name: "Forget Mistral" }).click()
    await page.getByRole("button", { name: "Add key Mistral" }).waitFor()
    expect(() => statSync(file)).toThrow()
  })

  test("a key can be kept in the file that login writes", async () => {
    const page = await rig.openPage("/models")
    await page.getByRole("button", { name: "Add key OpenAI" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("API key of the provider").fill(secret)
    await dialog.getByLabel(/In a file that only your user can read/).check()
    await dialog.getByRole("button", { name: "Save" }).click()
    await page.getByText("Key from the file that conclave login writes").waitFor()
    expect(JSON.parse(readFileSync(file, "utf8")).openai.key).toBe(secret)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test("a custom server is tested and added by name, and its models can be seated without a restart", async () => {
    const page = await rig.openPage("/models", { mayComplain: [/status of 4\d\d/] })
    await page.getByRole("button", { name: "Add an OpenAI-compatible server" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name of the server").fill("lab")
    await dialog.getByLabel("Address").fill("http://127.0.0.1:1/v1")
    await dialog.getByRole("button", { name: "Test" }).click()
    await dialog.getByText("Nothing answers there.").waitFor()
    await dialog.getByLabel("Address").fill("http://[")
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.getByText("This must be an address").waitFor()
    await dialog.getByLabel("Address").fill(wire.baseUrl("compatible"))
    await dialog.getByRole("button", { name: "Test" }).click()
    await dialog.getByText("It answers: 2 models (compatible:lab/small, compatible:lab/large).").waitFor()
    expect(await dialog.getByText("This must be an address").count()).toBe(0)
    await screenshot(page, "providers")
    await dialog.getByRole("button", { name: "Save" }).click()
    await page.locator("code", { hasText: "compatible:lab/large" }).waitFor()
    await page.getByRole("link", { name: "Use this model compatible:lab/small" }).click()
    await expect.poll(() => page.getByLabel("Model of Model A").inputValue()).toBe("compatible:lab/small")
  })

  test.each([
    { theme: "light", width: 1440, language: "es", add: "Añadir clave Anthropic" },
    { theme: "dark", width: 360, language: "zh", add: "添加密钥 Anthropic" },
  ] as const)("is accessible in $language: $theme, $width px [web.accessible]", async ({ add, ...look }) => {
    const page = await rig.openPage("/models", look)
    await page.getByRole("button", { name: add }).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole("button", { name: add }).click()
    await page.getByRole("dialog").waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
})
