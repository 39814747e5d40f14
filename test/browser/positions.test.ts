import { beforeAll, describe, expect, test } from "vitest"
import { scriptedModel } from "../../src/testing/index.ts"
import { expectAccessible, expectNoSidewaysScroll } from "./axe.ts"
import { pageRig } from "./page-rig.ts"

const reasons =
  "We can take the step now, because what it costs is known, and what waiting costs grows with every week that we do."

/** Says the given turns in order, each with its position. */
function speaker(id: string, stances: readonly string[]) {
  return scriptedModel({ id, replies: stances.map((stance) => `${reasons}\n\n${stance}`) })
}

const rig = pageRig({
  own: [
    speaker("test/ash", ["STANCE: move in stages | 60 | none", "STANCE: move at once | 70 | Cedar"]),
    speaker("test/birch", ["STANCE: move at once | 80 | Ash", "STANCE: move at once | 75 | Ash"]),
    speaker("test/cedar", ["STANCE: move at once | 55 | Birch", "STANCE: move at once | 85 | Ash"]),
  ],
})

let id: string

beforeAll(async () => {
  const seats = ["Ash", "Birch", "Cedar"].map((name) => ({ name, model: `test/${name.toLowerCase()}` }))
  const body = { format: "panel", topic: "Do we move at once or in stages?", seats, options: { rounds: 2 } }
  const { discussion } = await rig.call("POST", "/api/v1/discussions", body)
  await (await fetch(`${rig.url}/api/v1/discussions/${discussion.id}/events`)).text()
  id = discussion.id
})

describe("positions [web.positions]", () => {
  test("seats are grouped by position, changes of mind name their cause, and turns show what they answer", async () => {
    const page = await rig.openPage(`/discussions/${id}`, { width: 1440 })
    const positions = page.getByTestId("positions")
    await positions.getByText("Ash → move at once").waitFor()
    await positions.getByRole("link", { name: "after Cedar" }).waitFor()
    expect(await positions.getByRole("listitem").filter({ hasText: "move at once" }).first().textContent()).toMatch(
      /Ash.*70%.*↑.*Birch.*75%.*↓.*Cedar.*85%.*↑/,
    )
    const turn = page.locator("article#t2")
    await turn.getByText("move at once").waitFor()
    await turn.getByRole("link", { name: "Ash" }).click()
    await page.waitForURL(/#t1$/)
    await expectAccessible(page)
  })

  test("filters show only disagreements, changes of mind, or one seat", async () => {
    const page = await rig.openPage(`/discussions/${id}`, { width: 1440 })
    const turns = page.getByTestId("transcript").getByRole("article")
    await turns.first().waitFor()
    const show = (option: string) => page.getByLabel("Show turns").selectOption({ label: option })
    await show("Only changes of mind")
    await expect
      .poll(() => turns.evaluateAll((all) => (all as unknown as { id: string }[]).map((turn) => turn.id)))
      .toEqual(["t4"])
    await show("Only disagreements")
    await expect
      .poll(() => turns.evaluateAll((all) => (all as unknown as { id: string }[]).map((turn) => turn.id)))
      .toEqual(["t2"])
    await show("Only Birch")
    await expect.poll(() => turns.count()).toBe(2)
  })

  test("the outcome comes first, and the link at the end scrolls to it", async () => {
    const page = await rig.openPage(`/discussions/${id}`, { width: 1440, height: 700 })
    const outcome = page.getByRole("region", { name: "Outcome" })
    await outcome.waitFor()
    const top = async () => (await outcome.boundingBox())?.y ?? -1
    expect(await top()).toBeLessThan(400)
    await page.keyboard.press("End")
    await page.getByRole("button", { name: "Read the outcome" }).click()
    await expect.poll(top).toBeGreaterThan(50)
    await expect.poll(top).toBeLessThan(200)
  })

  test("a slider replays the discussion", async () => {
    const page = await rig.openPage(`/discussions/${id}`, { width: 1440 })
    const positions = page.getByTestId("positions")
    await positions.getByText("Ash → move at once").waitFor()
    await page.getByRole("button", { name: "Replay", exact: true }).click()
    await page.getByRole("button", { name: "Pause", exact: true }).click()
    const slider = page.getByRole("slider", { name: "Replay the discussion" })
    await slider.fill("2")
    await positions.getByText("Nobody has stated a position.").waitFor()
    await slider.fill("6")
    await positions.getByText("move in stages").waitFor()
    expect(await page.getByRole("region", { name: "Outcome" }).count()).toBe(0)
    // An ended discussion accepts no seats, wherever the replay is.
    expect(await page.getByRole("button", { name: "Add a seat" }).count()).toBe(0)
    expect(await page.getByText("No words yet").count()).toBe(0)
    await page.getByText("is speaking", { exact: true }).waitFor()
    await expectAccessible(page)
    // The last event shows the outcome, and the slider stays under the reader's finger.
    const place = async () => Math.round((await slider.boundingBox())!.y)
    const before = await place()
    await slider.focus()
    await page.keyboard.press("End")
    await page.getByRole("region", { name: "Outcome" }).waitFor()
    expect(await place()).toBe(before)
    await page.getByRole("button", { name: "Back to now" }).click()
    await positions.getByText("Ash → move at once").waitFor()
  })

  test("the map groups turns by position and has an equivalent list", async () => {
    const page = await rig.openPage(`/discussions/${id}`, { width: 1440 })
    await page.getByRole("tab", { name: "Insights" }).click()
    const map = page.getByRole("region", { name: "Map of the argument" })
    const picture = map.getByRole("img", { name: /t1, Ash: move in stages.*t4, Ash: move at once/ })
    await picture.waitFor()
    expect(await picture.locator("circle").count()).toBe(6)
    expect(await picture.locator("polyline").count()).toBe(5)
    await expectAccessible(page)
    await picture.scrollIntoViewIfNeeded()
    await picture.getByText("t4", { exact: true }).click()
    await expect.poll(async () => (await page.locator("article#t4").boundingBox())?.y ?? -1).toBeLessThan(300)
    // Opening the insights URL starts there, not at the outcome above.
    await page.goto(`${rig.url}/discussions/${id}?view=insights`)
    await expect.poll(async () => Math.round((await map.boundingBox())?.y ?? -1)).toBeLessThan(300)
    await map.getByRole("button").click()
    await map.getByRole("row", { name: /t4, Ash move at once t3, Cedar/ }).waitFor()
  })

  test("a follow-up goes to the same table with the outcome as material [web.continue]", async () => {
    const page = await rig.openPage(`/discussions/${id}`, { width: 1440 })
    await page.getByLabel("Ask a follow-up").fill("And who tells the customers?")
    await page.getByRole("button", { name: "Ask", exact: true }).click()
    await page.getByRole("heading", { level: 1, name: "And who tells the customers?" }).waitFor()
    const made = new URL(page.url()).pathname.split("/").at(-1)
    expect(made).not.toBe(id)
    const { discussion } = await rig.call("GET", `/api/v1/discussions/${made}`)
    expect(discussion.seats.map(({ name }: { name: string }) => name)).toEqual(["Ash", "Birch", "Cedar"])
    await page.goto(`${rig.url}/discussions/${id}`)
    await page.getByRole("button", { name: "2 more rounds" }).click()
    await page.getByText(/Fork, from turn t6/).waitFor()
    const fork = new URL(page.url()).pathname
    const { discussion: more } = await rig.call("GET", `/api/v1${fork}`)
    expect(more.options.rounds).toBe(4)
  })

  test("is accessible on a phone in dark mode [web.accessible]", async () => {
    const page = await rig.openPage(`/discussions/${id}`, { width: 360, height: 740, theme: "dark" })
    await page.getByTestId("positions").getByText("Ash → move at once").waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
})
