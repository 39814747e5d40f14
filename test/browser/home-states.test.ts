import { beforeAll, describe, test } from "vitest"
import { expectAccessibleInEveryLook } from "./axe.ts"
import { pageRig } from "./page-rig.ts"

const rig = pageRig({ paced: true })

/** In the order they are started; the list shows the newest first. */
const started = [
  { state: "Aborted", format: "duet", topic: "Tabs or spaces, once and for all?" },
  {
    state: "Completed",
    format: "panel",
    topic: "Which database should a new product begin with?",
    options: { rounds: 1 },
  },
  { state: "Paused", format: "hive", topic: "How do we keep meetings from filling every calendar?" },
  { state: "Queued", format: "duet", topic: "Is it time to drop Node 20?", start: false },
  {
    state: "Waiting",
    format: "panel",
    topic: "What do we do first when we move to the new office in May?",
    seats: [
      { name: "Kim", role: "user" },
      { name: "Ann", role: "manager", model: "rehearsal/steady" },
    ],
  },
  { state: "Running", format: "assembly", topic: "Should a small team begin with one service or with several?" },
] as const

beforeAll(async () => {
  for (const { state, ...body } of started) {
    const { discussion } = await rig.call("POST", "/api/v1/discussions", { seed: 3, ...body })
    const path = `/api/v1/discussions/${discussion.id}`
    if (state === "Aborted") await rig.call("POST", `${path}/abort`)
    if (state === "Paused") await rig.call("POST", `${path}/pause`)
    if (state === "Completed") {
      const follow = await fetch(`${rig.url}${path}/events`)
      await follow.text()
    }
  }
})

describe("the list shows each discussion's status [web.home]", () => {
  test("is accessible in every look [web.accessible]", async () => {
    const page = await rig.openPage("/")
    for (const { topic, state } of started) {
      await page.getByRole("link", { name: topic }).getByText(state, { exact: true }).waitFor()
    }
    await page.getByRole("radio").first().waitFor({ state: "attached" })
    await page.getByLabel("Model of Model B").waitFor()
    await expectAccessibleInEveryLook(page, {
      "light-1440": "home-light",
      "dark-1440": "home-dark",
      "light-360": "home-phone",
    })
  })
})
