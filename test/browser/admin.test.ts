import { describe, expect, test } from "vitest"
import { expectAccessible, expectAccessibleInEveryLook, expectNoSidewaysScroll } from "./axe.ts"
import { pageRig, screenshot } from "./page-rig.ts"

const rig = pageRig()

describe("administration [web.admin]", () => {
  test("a key is created with its limit, shown once, and revoked", async () => {
    const page = await rig.openPage("/settings", { mayComplain: [/status of 4\d\d/] })
    await page.getByRole("link", { name: /^Administration/ }).click()
    await page.getByRole("heading", { level: 1, name: "Administration" }).waitFor()
    await page.getByRole("button", { name: "Create key" }).click()
    await page.getByText("This is required.").waitFor()
    await page.getByLabel("Name").fill("build server")
    await page.getByLabel("US dollars per month (optional)").fill("20")
    await page.getByRole("button", { name: "Create key" }).click()
    await page.getByText("Copy the key now: it is shown only once.").waitFor()
    const key = (await page.locator("code", { hasText: /^cnk_/ }).last().textContent())!
    const { keys } = await rig.call("GET", "/api/v1/keys")
    expect(keys).toMatchObject([{ name: "build server", scope: "discuss", revokedAt: null }])
    await page.reload()
    const row = page.getByRole("listitem").filter({ hasText: "build server" })
    await row.getByText(/Spent this month: .*0\.00.* · Limit: .*20\.00/).waitFor()
    await row.getByText("Set a limit").click()
    await page.getByLabel("US dollars per month, build server").fill("lots")
    await page.getByRole("button", { name: "Set build server" }).click()
    await expect
      .poll(() => page.getByLabel("US dollars per month, build server").getAttribute("aria-invalid"))
      .toBe("true")
    await page.getByLabel("US dollars per month, build server").fill("7.5")
    await page.getByRole("button", { name: "Set build server" }).click()
    await row.getByText(/Limit: .*7\.50/).waitFor()
    await page.getByLabel("US dollars per month, all keys together").fill("100")
    await page.getByRole("button", { name: "Set all keys together" }).click()
    await page.getByText(/Limit: .*100\.00/).waitFor()
    await expectAccessibleInEveryLook(page)
    const { organisation } = await rig.call("GET", "/api/v1/spend")
    expect(organisation.limits).toEqual({ usd: 100, per: "month" })
    await page.getByRole("button", { name: "Revoke build server" }).click()
    await page.getByText("revoked", { exact: true }).waitFor()
    expect(await page.content()).not.toContain(key)
  })

  test("a webhook is added with its secret shown once, and removed", async () => {
    const page = await rig.openPage("/admin", { mayComplain: [/status of 4\d\d/] })
    await page.getByLabel("Address").fill("example")
    await page.getByRole("button", { name: "Add webhook" }).click()
    await page.getByText("This must be a full http or https URL").waitFor()
    await page.getByLabel("Address").fill("https://example.com/hook")
    await page.getByLabel("a prompt is posted").check()
    await page.getByRole("button", { name: "Add webhook" }).click()
    await page.getByText("Copy the signing secret now").waitFor()
    const { webhooks } = await rig.call("GET", "/api/v1/webhooks")
    expect(webhooks[0].events.toSorted()).toEqual(["discussion.completed", "prompt.posted"])
    await page.getByRole("button", { name: "Remove https://example.com/hook" }).click()
    await page.getByText("No webhooks yet.").waitFor()
  })

  test.each([
    { theme: "light", width: 1440, language: "en" },
    { theme: "dark", width: 360, language: "zh" },
    { theme: "dark", width: 1440, language: "es" },
  ] as const)("is accessible: $theme, $width px, $language [web.accessible]", async (look) => {
    const page = await rig.openPage("/admin", look)
    await page.getByRole("checkbox").first().waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    if (look.language === "en") await screenshot(page, "admin", { fullPage: true })
  })
})

describe("outside participants", () => {
  test("an outside agent gets working commands to copy, with a key for its seat only [web.outside-agent]", async () => {
    const { discussion } = await rig.call("POST", "/api/v1/discussions", {
      format: "panel",
      topic: "And the agent?",
      seats: [
        { name: "Bot", kind: "external" },
        { name: "Ann", model: "rehearsal/steady" },
      ],
      options: { rounds: 1 },
    })
    const page = await rig.openPage(`/discussions/${discussion.id}`)
    await page.getByRole("button", { name: "Connect Bot" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText(`claude mcp add --transport http conclave ${rig.url}/mcp`).waitFor()
    await dialog.getByRole("button", { name: "Create a key for this seat only" }).click()
    await dialog.getByText("It is shown here once.").waitFor()
    await expectAccessible(page)
    const line = (await dialog.locator("code").first().textContent())!
    const [, key, url] = /Bearer (\S+)' '(\S+)'$/.exec(line)!
    const asked = await fetch(url!, { headers: { authorization: `Bearer ${key}` } })
    expect(await asked.json()).toMatchObject({ question: { purpose: expect.any(String) } })
  })

  test("a prompt that no agent answers automatically shows a notice before it is posted [web.chat]", async () => {
    const page = await rig.openPage("/chat")
    await page.getByLabel("Your prompt").fill("Anyone?")
    await page.getByText("No agent is a squad member, so no answer comes automatically.").waitFor()
    await expectAccessible(page)
    const modelConfig = { model: "rehearsal/warm" }
    await rig.call("POST", "/api/v1/agents", { name: "Ann", systemPrompt: "You help.", modelConfig, squadMember: true })
    await page.reload()
    await page.getByLabel("Your prompt").fill("Anyone now?")
    await page.getByRole("button", { name: "Post prompt" }).waitFor()
    expect(await page.getByText("No agent is a squad member").count()).toBe(0)
  })
})
