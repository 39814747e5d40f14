import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { expectAccessibleInEveryLook } from "./axe.ts"
import { pageRig } from "./page-rig.ts"

/** Set once the server listens, before the rig reads it. */
const env: Record<string, string> = { OPENAI_API_KEY: "sk-canary", ANTHROPIC_API_KEY: "sk-canary" }
let served: readonly string[] = ["qwen3-8b", "llama-3.3-70b"]
let local: Server

beforeAll(async () => {
  local = createServer((_, response) =>
    response.end(JSON.stringify({ data: served.map((id) => ({ id, context_length: 32_768 })) })),
  )
  await new Promise<void>((resolve) => local.listen(0, "127.0.0.1", resolve))
  env.COMPATIBLE_BASE_URL = `http://127.0.0.1:${(local.address() as AddressInfo).port}/v1`
})
afterAll(() => void local?.close())

const rig = pageRig({ env })

describe("the models page", () => {
  test("lists available models by provider with prices, and the variable each other provider needs [models.discovery]", async () => {
    const page = await rig.openPage("/models")
    const openai = page.locator("section", { has: page.getByRole("heading", { name: "OpenAI", exact: true }) }).last()
    await openai.locator("code", { hasText: "openai/gpt-5.5" }).waitFor()
    expect(await openai.getByText(/\$[\d.]+ in · \$[\d.]+ out/).count()).toBeGreaterThan(2)
    await page.locator("code", { hasText: "compatible/qwen3-8b" }).waitFor()
    await page.getByText(env.COMPATIBLE_BASE_URL!).waitFor()
    await page.getByText("GOOGLE_GENERATIVE_AI_API_KEY=… npm start").waitFor()
    await page.getByText(/Nothing answers at http:\/\/127\.0\.0\.1:11434/).waitFor()
    const rehearsal = page.locator("section", { has: page.getByRole("heading", { name: "Rehearsal" }) }).last()
    expect(await rehearsal.getByText("rehearsal", { exact: true }).count()).toBe(1)
    expect(await page.content()).not.toContain("canary")
  })

  test("a model can be copied, searched for and used to start a discussion", async () => {
    const page = await rig.openPage("/models")
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await page.getByPlaceholder("Search models").fill("bold")
    await page.getByRole("button", { name: "Copy rehearsal/bold" }).click()
    await page.getByText("Copied rehearsal/bold").waitFor()
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("rehearsal/bold")
    expect(await page.getByText("openai/gpt-5.5").count()).toBe(0)
    await page.getByRole("link", { name: "Use this model rehearsal/bold" }).click()
    await page.waitForURL((url) => url.pathname === "/")
    await expect.poll(() => page.locator("form select").first().inputValue()).toBe("rehearsal/bold")
  })

  test("refreshing finds newly available models", async () => {
    const page = await rig.openPage("/models")
    await page.locator("code", { hasText: "compatible/qwen3-8b" }).waitFor()
    served = [...served, "phi-5"]
    await page.getByRole("button", { name: "Refresh" }).click()
    await page.locator("code", { hasText: "compatible/phi-5" }).waitFor()
  })

  test("is accessible in every look and never overflows [web.accessible]", async () => {
    const page = await rig.openPage("/models")
    await page.locator("code", { hasText: "compatible/qwen3-8b" }).waitFor()
    await expectAccessibleInEveryLook(page, {
      "light-1440": "models",
      "dark-1440": "models-dark",
      "dark-360": "models-phone",
    })
  })
})
