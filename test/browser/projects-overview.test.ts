import { expect, test } from "vitest"
import { expectAccessible } from "./axe.ts"
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

/** A house in which people have been at work. */
async function furnish(): Promise<Map<string, string>> {
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

test("the lists show how each panel stands and what each agent is [web.accessible]", async () => {
  const ids = await furnish()
  const say = (name: string, message: string) =>
    rig.call("POST", `/api/discussions/${ids.get(name)}`, { message, userId: "kim" })
  await say("Hire a second designer", "We ship twice a quarter.")
  await say("Move the office", "We have six weeks, a team of nine and no budget for a moving company.")

  const page = await rig.openPage("/projects", { width: 1440 })
  const card = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) })
  await card("Move the office").getByText("Your turn").waitFor()
  await card("Hire a second designer").getByText("Completed").waitFor()
  expect(await card("Migrate the database").getByText("Your turn").count()).toBe(0)
  await expectAccessible(page)
  await screenshot(page, "projects")

  await page.getByRole("link", { name: "Move the office" }).click()
  await page.locator("article[data-key^=t]:not([aria-busy])").nth(3).waitFor()
  await page.getByRole("main").getByText("It is your turn").waitFor()
  await screenshot(page, "project")

  await page.getByRole("link", { name: "Agents" }).click()
  await page.getByRole("heading", { name: "Ada" }).waitFor()
  expect(await page.getByRole("listitem").getByText("squad member").count()).toBe(1)
  await expectAccessible(page)
  await screenshot(page, "agents")
})
