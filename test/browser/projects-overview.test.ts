import { expect, test } from "vitest"
import { expectAccessible, expectAccessibleInEveryLook } from "./axe.ts"
import { pageRig, screenshot } from "./page-rig.ts"

const rig = pageRig()

const agents = [
  ["Sol", "rehearsal/sceptic", "Looks for what could go wrong, and says how one would notice."],
  ["Leo", "rehearsal/curious", "Leads those who do the work, and asks what they would need."],
  ["Mara", "rehearsal/bold", "Keeps the plan honest: owners, dates, what comes first."],
  ["Ines", "rehearsal/warm", "Speaks for customers, in their own words."],
  ["Tom", "rehearsal/terse", "Knows the numbers, and says them in two sentences."],
  ["Ada", "rehearsal/steady", "Weighs both sides and keeps the minutes."],
] as const

const projects = [
  ["Name the product", "Six letters, two languages, one domain that is still free.", ["Ines", "Ada"]],
  ["Migrate the database", "One weekend, no downtime, and a way back.", ["user", "Sol", "Tom"]],
  ["Hire a second designer", "Do we need one, or do we need fewer projects?", ["Mara", "Leo", "Ines"]],
  ["Move the office", "We move in May. What do we do first, and what do we leave out?", ["user", "Mara", "Leo", "Sol"]],
] as const

/** A server with existing projects, agents and discussions. */
async function seedServer(): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [name, model, description] of agents) {
    const systemPrompt = `You are ${name}. You speak plainly and briefly, name your reasons, and give way to better ones.`
    const body = { name, description, systemPrompt, modelConfig: { model }, squadMember: name === "Ada" }
    ids.set(name, (await rig.call("POST", "/api/v1/agents", body)).agent.id)
  }
  const roles = ["manager", "leader", "specialist"]
  for (const [name, description, seats] of projects) {
    const participants = seats.map((seat, index) => ({
      ...(seat === "user" ? { role: "user" } : { role: roles[index % 3], agentId: ids.get(seat) }),
      sequenceOrder: index,
    }))
    ids.set(name, (await rig.call("POST", "/api/v1/projects", { name, description, participants })).project.id)
  }
  return ids
}

test("the lists show each project's status and each agent's details [web.accessible]", async () => {
  const ids = await seedServer()
  const start = (name: string, topic: string) =>
    rig.call("POST", "/api/v1/discussions", { projectId: ids.get(name), topic })
  await start("Hire a second designer", "We ship twice a quarter. Is that enough?")
  await start("Move the office", "What do we do in the first of six weeks?")

  const page = await rig.openPage("/projects", { width: 1440 })
  const card = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) })
  await card("Move the office").getByText("Your turn").waitFor()
  await card("Hire a second designer").getByText("Completed").waitFor()
  expect(await card("Migrate the database").getByText("Your turn").count()).toBe(0)
  await expectAccessible(page)
  await screenshot(page, "projects")

  await page.getByRole("link", { name: "Agents" }).click()
  await page.getByRole("heading", { name: "Ada" }).waitFor()
  expect(await page.getByRole("listitem").getByText("squad member").count()).toBe(1)
  await expectAccessible(page)
  await screenshot(page, "agents")
})

test("a project holds several discussions, each in the standard view [web.steer]", async () => {
  const page = await rig.openPage("/projects", { width: 1440 })
  await page.getByRole("link", { name: "Move the office" }).click()
  const list = page.getByRole("region", { name: "Discussions" })
  await list.getByRole("link", { name: /first of six weeks/ }).waitFor()

  // A person takes their turn in the same place as elsewhere, and a draft survives a reload.
  const topic = page.getByLabel("What should they discuss?")
  await topic.fill("Who carries the plants?")
  await page.reload()
  expect(await topic.inputValue()).toBe("Who carries the plants?")
  await topic.press("Control+Enter")
  await page.getByRole("heading", { level: 1, name: "Who carries the plants?" }).waitFor()
  for (const round of [1, 2, 3]) {
    const box = page.getByRole("textbox", { name: "What User says" })
    await box.fill(`I carry ${round}.`)
    await box.press("Control+Enter")
    await page.getByText(`I carry ${round}.`).first().waitFor()
  }
  const outcome = page.getByRole("region", { name: "Outcome" })
  await outcome.waitFor()
  expect(await page.getByText("Nothing can be added").count()).toBe(0)

  // A follow-up can be started from there, in the same project.
  await outcome.getByLabel("Ask a follow-up").fill("And who waters them?")
  await outcome.getByRole("button", { name: "Ask", exact: true }).click()
  await page.getByRole("heading", { level: 1, name: "And who waters them?" }).waitFor()
  await page.getByRole("main").getByRole("link", { name: "Move the office" }).click()
  for (const name of [/waters them/, /carries the plants/, /first of six weeks/]) {
    await list.getByRole("link", { name }).waitFor()
  }
  await screenshot(page, "project")
  await expectAccessibleInEveryLook(page)
})

test("a project can start a discussion of any format with any seats [web.steer]", async () => {
  const { projects: all } = await rig.call("GET", "/api/v1/projects")
  const { id } = all.find(({ name }: { name: string }) => name === "Move the office")
  const page = await rig.openPage(`/projects/${id}`)
  await page.getByRole("link", { name: "Another format or other seats" }).click()
  await page.getByRole("heading", { level: 1, name: "New discussion in Move the office" }).waitFor()
  await page.getByLabel("What should they discuss?").fill("Which desk goes where?")
  await page.getByRole("radio", { name: "Duet" }).check()
  await expectAccessibleInEveryLook(page)
  await page.getByRole("button", { name: "Start the discussion" }).click()
  await page.getByRole("heading", { level: 1, name: "Which desk goes where?" }).waitFor()
  const { discussions } = await rig.call("GET", `/api/v1/discussions?projectId=${id}`)
  expect(discussions[0]).toMatchObject({ topic: "Which desk goes where?", format: "duet" })
})

test("the panel of the project's own route is listed, and people can speak in it here too [http.panel] [panel.user-turn]", async () => {
  const { projects: all } = await rig.call("GET", "/api/v1/projects")
  const { id } = all.find(({ name }: { name: string }) => name === "Migrate the database")
  await rig.call("POST", `/api/discussions/${id}`, { message: "We have one weekend.", userId: "kim" })
  const page = await rig.openPage(`/projects/${id}`)
  await page
    .getByRole("region", { name: "Discussions" })
    .getByRole("link", { name: /no downtime/ })
    .click()
  await page.locator("article#t1").getByText("We have one weekend.").waitFor()
  await page.getByRole("textbox", { name: "What User says" }).fill("And a way back.")
  await page.keyboard.press("Control+Enter")
  await page.locator("article#t4").getByText("And a way back.").waitFor()
  await page.getByRole("heading", { name: "It is User's turn" }).waitFor()
  expect((await rig.call("GET", `/api/discussions/${id}`)).entries[3].content).toBe("And a way back.")
})
