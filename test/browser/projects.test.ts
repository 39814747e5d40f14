import type { Locator, Page } from "playwright-core"
import { beforeAll, describe, expect, test } from "vitest"
import { expectAccessible, expectAccessibleInEveryLook, expectNoSidewaysScroll } from "./axe.ts"
import { pageRig } from "./page-rig.ts"

const rig = pageRig()
const refused = [/status of 4\d\d/]

interface Participant {
  readonly role: string
  readonly agentId: string | null
}

/** The participants of a project by name and role, in order. */
async function orderIn(name: string): Promise<readonly string[]> {
  const { projects } = await rig.call("GET", "/api/v1/projects?limit=100")
  const { agents } = await rig.call("GET", "/api/v1/agents?limit=100")
  const { participants } = projects.find((project: { name: string }) => project.name === name)
  const nameOf = (id: string | null) => agents.find((agent: { id: string }) => agent.id === id)?.name ?? "—"
  return participants.map(({ role, agentId }: Participant) => `${role} ${nameOf(agentId)}`)
}

/** The form for a new project, with three agents and a person. */
async function seatedForm(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name: "New project" }).click()
  const form = page.getByRole("dialog")
  await form.getByLabel("Name", { exact: true }).fill(name)
  for (let count = 0; count < 3; count++) await form.getByRole("button", { name: "Add an agent" }).click()
  await form.getByRole("button", { name: "Add a person" }).click()
  expect(await form.getByRole("listitem").count()).toBe(4)
  return form
}

async function save(page: Page, form: Locator): Promise<void> {
  await form.getByRole("button", { name: "Save" }).click()
  await page.waitForURL(/\/projects\/[^/]+$/)
}

// The order matters: the first group needs a server without projects.
describe("before the first project", () => {
  test("the page explains projects [web.accessible]", async () => {
    const page = await rig.openPage("/projects")
    await page.getByRole("button", { name: "Start with a sample project" }).waitFor()
    await expectAccessibleInEveryLook(page)
  })

  test("users without agents can create them in the project form [web.accessible]", async () => {
    const page = await rig.openPage("/projects")
    await page.getByRole("button", { name: "New project" }).click()
    const form = page.getByRole("dialog")
    await form.getByRole("button", { name: "Create three sample agents" }).click()
    await form.getByRole("button", { name: "Create three sample agents" }).waitFor({ state: "detached" })
    await expectAccessible(page)
    await form.getByLabel("Name", { exact: true }).fill("First steps")
    await form.getByRole("button", { name: "Add an agent" }).click()
    await save(page, form)
    expect(await orderIn("First steps")).toEqual(["manager Mara"])
  })
})

describe("the speaking order", () => {
  beforeAll(async () => {
    const { agents } = await rig.call("GET", "/api/v1/agents")
    if (agents.length > 0) return
    for (const name of ["Sol", "Leo", "Mara"]) {
      const modelConfig = { model: "rehearsal/bold" }
      await rig.call("POST", "/api/v1/agents", { name, systemPrompt: "You speak.", modelConfig })
    }
  })

  test("is changed by mouse and saved", async () => {
    const page = await rig.openPage("/projects")
    const form = await seatedForm(page, "By mouse")
    const grip = form.getByRole("button", { name: "Move User by dragging" })
    const [from, to] = [await grip.boundingBox(), await form.getByRole("listitem").first().boundingBox()]
    await page.mouse.move(from!.x + 8, from!.y + 8)
    await page.mouse.down()
    await page.mouse.move(from!.x + 8, from!.y - 20, { steps: 4 })
    await page.mouse.move(from!.x + 8, to!.y + 4, { steps: 8 })
    await page.mouse.up()
    await form.getByText("User is left at place 1 of 4.").waitFor({ state: "attached" })
    await save(page, form)
    expect(await orderIn("By mouse")).toEqual(["user —", "manager Mara", "leader Leo", "specialist Sol"])
  })

  test("is changed by keyboard: lift, move, drop; Escape restores it and keeps the form open [web.accessible]", async () => {
    const page = await rig.openPage("/projects")
    const form = await seatedForm(page, "By keyboard")
    const said = (text: string) => form.getByText(text).waitFor({ state: "attached" })
    // A lifted row reacts to keys with a delay; a user who sees no effect presses again.
    const moved = async (text: string) => {
      const isSaid = () => form.getByText(text).waitFor({ state: "attached", timeout: 3_000 })
      do await page.keyboard.press("ArrowDown")
      while (
        !(await isSaid().then(
          () => true,
          () => false,
        ))
      )
    }
    const grip = form.getByRole("button", { name: "Move Mara by dragging" })
    await grip.focus()
    await page.keyboard.press("Space")
    await said("Mara is lifted, at place 1 of 4.")
    await moved("Mara is at place 2 of 4.")
    await page.keyboard.press("Escape")
    await said("Mara is back where it was.")
    expect(await form.getByLabel("Name", { exact: true }).inputValue()).toBe("By keyboard")

    await grip.focus()
    await page.keyboard.press("Space")
    await said("Mara is lifted, at place 1 of 4.")
    for (const place of [2, 3]) await moved(`Mara is at place ${place} of 4.`)
    await page.keyboard.press("Space")
    await said("Mara is left at place 3 of 4.")
    const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label')")
    await expect.poll(focused).toBe("Move Mara by dragging")
    await save(page, form)
    expect(await orderIn("By keyboard")).toEqual(["leader Leo", "specialist Sol", "manager Mara", "user —"])
  })

  test("is changed by buttons, which keep the focus, also at the end [web.accessible]", async () => {
    const page = await rig.openPage("/projects")
    const form = await seatedForm(page, "By buttons")
    const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label')")
    const up = form.getByRole("button", { name: "Move Sol up" })
    await up.focus()
    for (const place of [2, 1]) {
      await page.keyboard.press("Enter")
      await form.getByText(`Sol is left at place ${place} of 4.`).waitFor({ state: "attached" })
      await page.waitForFunction("document.activeElement.getAttribute('aria-label') === 'Move Sol up'")
    }
    await page.keyboard.press("Enter")
    expect(await focused()).toBe("Move Sol up")
    expect(await up.getAttribute("aria-disabled")).toBe("true")
    await form.getByRole("button", { name: "Remove Leo" }).click()
    await save(page, form)
    expect(await orderIn("By buttons")).toEqual(["specialist Sol", "manager Mara", "user —"])
  })

  test("is changed by touch on a phone", async () => {
    const page = await rig.openPage("/projects", { width: 360, height: 740 })
    const form = await seatedForm(page, "By finger")
    await expectNoSidewaysScroll(page)
    const grip = form.getByRole("button", { name: "Move Leo by dragging" })
    await grip.scrollIntoViewIfNeeded()
    const box = (await grip.boundingBox())!
    const client = await page.context().newCDPSession(page)
    const touch = (type: string, y: number) =>
      client.send("Input.dispatchTouchEvent", {
        type: type as "touchStart",
        touchPoints: type === "touchEnd" ? [] : [{ x: box.x + 10, y }],
      })
    await touch("touchStart", box.y + 10)
    for (let step = 1; step <= 8; step++) await touch("touchMove", box.y + 10 - step * 16)
    await touch("touchEnd", 0)
    await form.getByText("Leo is left at place 1 of 4.").waitFor({ state: "attached" })
    await save(page, form)
    expect(await orderIn("By finger")).toEqual(["leader Leo", "manager Mara", "specialist Sol", "user —"])
  })

  test("is announced in the page's language", async () => {
    const page = await rig.openPage("/projects", { language: "es" })
    await page.getByRole("button", { name: "Nuevo proyecto" }).click()
    const form = page.getByRole("dialog")
    for (let count = 0; count < 2; count++) await form.getByRole("button", { name: "Añadir un agente" }).click()
    await form.getByRole("button", { name: "Mover Mara arrastrando" }).focus()
    await page.keyboard.press("Space")
    await form.getByText("Mara levantado, en el lugar 1 de 2.").waitFor({ state: "attached" })
    const described = await page.evaluate(
      "document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent",
    )
    expect(described).toContain("Para mover un asiento")
  })
})

describe("projects", () => {
  test("the server's refusals are shown at their fields [web.accessible]", async () => {
    const page = await rig.openPage("/projects", { mayComplain: refused })
    await page.getByRole("button", { name: "New project" }).click()
    const form = page.getByRole("dialog")
    await form.getByRole("button", { name: "Add a person" }).click()
    await form.getByLabel("Role of User").selectOption("leader")
    await form.getByRole("button", { name: "Save" }).click()
    await form.getByText("Not saved: see the marked fields").waitFor()
    await form.getByText("is required for the role leader").waitFor()
    expect(await form.getByLabel("Name", { exact: true }).getAttribute("aria-invalid")).toBe("true")
    expect(await form.getByLabel("Agent of seat 1").getAttribute("aria-invalid")).toBe("true")
    await expectAccessible(page)
  })

  test("a project's name, description, rounds and seats are changed", async () => {
    await rig.call("POST", "/api/v1/projects", { name: "Old name", participants: [{ role: "user", sequenceOrder: 9 }] })
    const page = await rig.openPage("/projects")
    await page.getByRole("button", { name: "More for Old name" }).click()
    await page.getByRole("menuitem", { name: "Edit" }).click()
    const form = page.getByRole("dialog")
    await form.getByLabel("Name", { exact: true }).fill("New name")
    await form.getByLabel("Description").fill("What is in a name?")
    await form.getByLabel("Rounds").fill("5")
    await form.getByRole("button", { name: "Add an agent" }).click()
    await form.getByRole("button", { name: "Save" }).click()
    await page.getByRole("main").getByText("What is in a name?").waitFor()
    expect(await orderIn("New name")).toEqual(["user —", "manager Mara"])
    const { projects } = await rig.call("GET", "/api/v1/projects")
    expect(projects.find(({ name }: { name: string }) => name === "New name").rounds).toBe(5)
  })

  test("removing asks for confirmation and keeps the project's discussions [web.accessible]", async () => {
    const participants = [{ role: "user", sequenceOrder: 1 }]
    const { project } = await rig.call("POST", "/api/v1/projects", { name: "Short-lived", participants })
    await rig.call("POST", `/api/discussions/${project.id}`, { message: "Is anybody here?", userId: "kim" })
    const page = await rig.openPage(`/projects/${project.id}`)
    const dialog = page.getByRole("dialog", { name: "Remove Short-lived?" })
    await page.getByRole("button", { name: "More", exact: true }).click()
    await page.getByRole("menuitem", { name: "Remove" }).click()
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await page.getByRole("button", { name: "More", exact: true }).click()
    await page.getByRole("menuitem", { name: "Remove" }).click()
    await dialog.getByRole("button", { name: "Remove" }).click()
    await page.waitForURL(/\/projects$/)
    await page.getByText("Short-lived is removed.").waitFor()
    const { discussion } = await rig.call("GET", `/api/v1/discussions/${project.id}`)
    expect(discussion.status).toBe("aborted")
    expect(discussion.turns[0].content).toBe("Is anybody here?")
  })

  test("an unknown project is reported", async () => {
    const page = await rig.openPage("/projects/0b6f3c1e-6a58-4a0e-9b1e-2f4b8b1c9d10", { mayComplain: refused })
    await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor()
  })

  test("list and form are accessible [web.accessible]", async () => {
    const page = await rig.openPage("/projects")
    await page.getByRole("heading", { name: "By mouse" }).waitFor()
    await expectAccessibleInEveryLook(page)
    await page.getByRole("button", { name: "New project" }).click()
    await page.getByRole("dialog").waitFor()
    await expectAccessibleInEveryLook(page)
  })
})
