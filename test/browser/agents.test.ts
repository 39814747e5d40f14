import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { expectAccessible, expectAccessibleInEveryLook, inEveryLanguage } from "./axe.ts"
import { pageRig } from "./page-rig.ts"

const rig = pageRig()
const samples = {
  en: "Create three sample agents",
  es: "Crear tres agentes de ejemplo",
  zh: "创建三个示例智能体",
}
const refused = [/status of 4\d\d/]

interface Template {
  readonly id: string
  readonly name: string
  readonly modelConfig: unknown
}

async function agentNamed(name: string): Promise<Template | undefined> {
  const { agents } = await rig.call("GET", "/api/v1/agents?limit=100")
  return agents.find((agent: Template) => agent.name === name)
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `More for ${name}`, exact: true }).click()
  await page.getByRole("menuitem", { name: action }).click()
}

// The order matters: the first group needs a server without agents.
describe("before the first agent", () => {
  test("the page explains agents in every language and look [web.accessible]", async () => {
    const page = await rig.openPage("/agents")
    await inEveryLanguage(page, async (language, looks) => {
      await page.getByRole("button", { name: samples[language] }).waitFor()
      await expectAccessibleInEveryLook(page, {}, looks)
    })
  })

  test("one click creates three sample agents, marked as rehearsal", async () => {
    const page = await rig.openPage("/agents", { width: 1440 })
    await page.getByRole("button", { name: "Create three sample agents" }).click()
    await page.getByRole("heading", { name: "Mara" }).waitFor()
    expect(await page.getByRole("main").getByRole("listitem").count()).toBe(3)
    expect(await page.getByRole("listitem").getByText("rehearsal", { exact: true }).count()).toBe(3)
  })
})

describe("agents", () => {
  test("a refusal is shown at its field, and the corrected agent is created [web.accessible]", async () => {
    const page = await rig.openPage("/agents", { mayComplain: refused })
    await page.getByRole("button", { name: "New agent" }).click()
    const form = page.getByRole("dialog")
    await form.getByText("Model settings").click()
    await form.getByLabel("Temperature").fill("9")
    await form.getByLabel("Maximum tokens per turn").fill("many")
    await form.getByRole("button", { name: "Save" }).click()
    await form.getByText("Not saved: see the marked fields").waitFor()
    for (const field of ["Name", "Persona", "Temperature", "Maximum tokens per turn"]) {
      expect(await form.getByLabel(field, { exact: true }).getAttribute("aria-invalid")).toBe("true")
    }
    await expectAccessible(page)

    await form.getByLabel("Name", { exact: true }).fill("Ann")
    await form.getByLabel("Persona").fill("You review plans.")
    await form.getByLabel("Temperature").fill("0.4")
    await form.getByLabel("Maximum tokens per turn").fill("400")
    await form.getByLabel("Stop sequences").fill("[\n\\n\\n")
    await form.getByLabel("Model", { exact: true }).selectOption("rehearsal/bold")
    await form.getByLabel(/^Squad member/).check()
    await form.getByRole("button", { name: "Save" }).click()
    await page.getByRole("heading", { name: "Ann" }).waitFor()
    expect(await agentNamed("Ann")).toMatchObject({
      systemPrompt: "You review plans.",
      description: null,
      squadMember: true,
      modelConfig: { model: "rehearsal/bold", temperature: 0.4, maxTokens: 400, stop: ["[", "\n\n"] },
    })
  })

  test("an unlisted model can be entered; an unavailable one shows which variable to set", async () => {
    const page = await rig.openPage("/agents", { mayComplain: refused })
    await page.getByRole("button", { name: "New agent" }).click()
    const form = page.getByRole("dialog")
    await form.getByLabel("Name", { exact: true }).fill("Bob")
    await form.getByLabel("Persona").fill("You doubt.")
    await form.getByLabel("Model", { exact: true }).selectOption({ label: "Another model…" })
    await form.getByLabel("Model name").fill("openai/some-model")
    await form.getByRole("button", { name: "Save" }).click()
    await form.getByText("openai/some-model needs OPENAI_API_KEY to be set").waitFor()
    await form.getByLabel("Model name").fill("rehearsal/terse")
    await form.getByRole("button", { name: "Save" }).click()
    await page.getByRole("heading", { name: "Bob" }).waitFor()
    expect((await agentNamed("Bob"))?.modelConfig).toEqual({ model: "rehearsal/terse" })
  })

  test("an agent is changed, cleared fields are removed, and a copy is created", async () => {
    await rig.call("POST", "/api/v1/agents", {
      name: "Cleo",
      systemPrompt: "You count.",
      modelConfig: { model: "rehearsal/warm", temperature: 1.2 },
    })
    const page = await rig.openPage("/agents")
    await choose(page, "Cleo", "Edit")
    const form = page.getByRole("dialog")
    expect(await form.getByLabel("Temperature").inputValue()).toBe("1.2")
    await form.getByLabel("Temperature").fill("")
    await form.getByLabel("Description").fill("Counts what there is.")
    await form.getByRole("button", { name: "Save" }).click()
    await page.getByRole("main").getByText("Counts what there is.").waitFor()
    expect((await agentNamed("Cleo"))?.modelConfig).toEqual({ model: "rehearsal/warm" })

    await choose(page, "Cleo", "Duplicate")
    expect(await form.getByLabel("Name", { exact: true }).inputValue()).toBe("Cleo copy")
    await form.getByRole("button", { name: "Save" }).click()
    await page.getByRole("heading", { name: "Cleo copy" }).waitFor()
    expect(await agentNamed("Cleo copy")).toMatchObject({
      systemPrompt: "You count.",
      description: "Counts what there is.",
    })
  })

  test("removing asks for confirmation; an agent used by a project stays, and the project is named [web.accessible]", async () => {
    const modelConfig = { model: "rehearsal/warm" }
    const { agent } = await rig.call("POST", "/api/v1/agents", { name: "Dan", systemPrompt: "You sit.", modelConfig })
    const participants = [{ role: "leader", agentId: agent.id, sequenceOrder: 1 }]
    const { project } = await rig.call("POST", "/api/v1/projects", { name: "Sit-in", participants })
    const page = await rig.openPage("/agents", { mayComplain: refused })
    const dialog = page.getByRole("dialog", { name: "Remove Dan?" })
    await choose(page, "Dan", "Remove")
    await dialog.getByRole("button", { name: "Remove" }).click()
    expect(await dialog.getByRole("link", { name: "Sit-in" }).getAttribute("href")).toBe(`/projects/${project.id}`)
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Cancel" }).click()
    expect(await agentNamed("Dan")).toBeDefined()

    await rig.call("DELETE", `/api/v1/projects/${project.id}`)
    await choose(page, "Dan", "Remove")
    await dialog.getByRole("button", { name: "Remove" }).click()
    await page.getByText("Dan is removed.").waitFor()
    await page.getByRole("heading", { name: "Dan" }).waitFor({ state: "detached" })
    expect(await agentNamed("Dan")).toBeUndefined()
  })

  test("an agent can be created by keyboard alone [web.accessible]", async () => {
    const page = await rig.openPage("/agents")
    await page.getByRole("button", { name: "New agent" }).focus()
    await page.keyboard.press("Enter")
    const isReady = () => page.evaluate("document.activeElement.matches('dialog input, [role=dialog] input')")
    await expect.poll(isReady).toBe(true)
    await page.keyboard.type("Eve")
    await page.keyboard.press("Tab")
    await page.keyboard.type("You ask why.")
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    expect(await page.evaluate("document.activeElement.textContent")).toBe("New agent")

    await page.keyboard.press("Enter")
    await expect.poll(isReady).toBe(true)
    await page.keyboard.type("Eve")
    await page.keyboard.press("Tab")
    await page.keyboard.type("You ask why.")
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).press("Enter")
    await page.getByRole("heading", { name: "Eve" }).waitFor()
  })

  test("list and form are accessible in every language and look [web.accessible]", async () => {
    const page = await rig.openPage("/agents")
    await page.getByRole("heading", { name: "Mara" }).waitFor()
    await inEveryLanguage(page, async (_, looks) => {
      await expectAccessibleInEveryLook(page, {}, looks)
      await page.getByRole("main").getByRole("button").first().click()
      await page.getByRole("dialog").waitFor()
      await expectAccessibleInEveryLook(page, {}, looks)
      await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "detached" })
    })
  })
})
