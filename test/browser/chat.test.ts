import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { expectAccessible, expectAccessibleInEveryLook } from "./axe.ts"
import { pageRig } from "./page-rig.ts"
import { seedSquadChat } from "./seed-squad-chat.ts"

const rig = pageRig()
const prompts = "/api/discussion"

async function ask(prompt_message: string, rest: object = {}): Promise<{ readonly id: string }> {
  const body = { requester_agent: "planner", prompt_message, ...rest }
  return (await rig.call("POST", prompts, body)).prompt
}

const answer = (id: string, agent_name: string, message: string) =>
  rig.call("POST", `${prompts}/${id}`, { agent_name, message })

const thread = (page: Page, text: string) => page.getByRole("article").filter({ hasText: text })

async function isLive(page: Page): Promise<void> {
  await page.getByRole("status").filter({ hasText: "Live" }).waitFor()
}

async function enterName(page: Page, name: string): Promise<void> {
  await page.getByLabel("Your prompt").click()
  await page.getByLabel("Your name").fill(name)
}

describe("the squad's chat", () => {
  test("an empty chat explains itself and shows the command that asks [web.chat]", async () => {
    const page = await rig.openPage("/chat")
    await page.getByRole("heading", { name: "Nobody has asked anything yet" }).waitFor()
    expect(await page.locator("pre").textContent()).toContain(`curl -s ${rig.url}/api/discussion`)
    await expectAccessible(page)
  })

  test("a question from one tab appears live in the other; agents' answers are counted until it resolves [web.chat]", async () => {
    const page = await rig.openPage("/chat")
    const other = await rig.openTab(page, "/chat")
    await isLive(other)
    await enterName(page, "Kim")
    await page.getByLabel("Your prompt").fill("Shall we ship on **Friday**?")
    await page.getByRole("button", { name: "Post prompt" }).click()

    const seen = thread(other, "Shall we ship on Friday?")
    await seen.getByText("Collecting").waitFor()
    await seen.getByText("0 of 2").waitFor()
    expect(await seen.getByText("Prompt", { exact: true }).isVisible()).toBe(true)

    const [posted] = (await rig.call("GET", `${prompts}?requester=kim`)).prompts
    await answer(posted.id, "reviewer", "Better on Thursday.")
    await seen.getByText("1 of 2").waitFor()
    await seen.getByText("Better on Thursday.").waitFor()
    await answer(posted.id, "tester", "Thursday is fine.")
    await seen.getByText("2 of 2").waitFor()
    await seen.getByText("Resolved").waitFor()
    expect(await seen.getByRole("button", { name: "Reply to Kim" }).count()).toBe(0)
    await thread(page, "Shall we ship on Friday?").getByText("2 of 2").waitFor()
  })

  test("a prompt by another participant is announced to screen readers [web.chat] [web.accessible]", async () => {
    const page = await rig.openPage("/chat")
    await isLive(page)
    await ask("Who owns the proxy?", { requester_agent: "ops" })
    await page
      .locator("[aria-live]", { hasText: "New prompt by ops: Who owns the proxy?" })
      .waitFor({ state: "attached" })
  })

  test("a person answers with a mention completed by keyboard, and the name is remembered [web.chat]", async () => {
    const { id } = await ask("Is the cache warm?", { requester_agent: "warmer" })
    const page = await rig.openPage("/chat")
    await page.getByRole("button", { name: "Reply to warmer" }).click()
    const field = page.getByLabel("Your answer")
    await field.pressSequentially("Yes, says @warm")
    await page.getByRole("listbox", { name: "Agents" }).getByRole("option", { name: "warmer" }).waitFor()
    await expectAccessible(page)
    await field.press("Enter")
    await field.pressSequentially("itself")
    expect(await field.inputValue()).toBe("Yes, says @warmer itself")
    await page.getByRole("button", { name: "Answer", exact: true }).click()
    await page.getByText("Enter your name.").waitFor()
    await page.getByLabel("Your name").fill("Lee")
    await field.press("Control+Enter")
    await thread(page, "Is the cache warm?").getByText("1 of 2").waitFor()
    const { responses } = await rig.call("GET", `${prompts}/${id}`)
    expect(responses).toMatchObject([{ agent_name: "Lee", message: "Yes, says @warmer itself", is_human: true }])
    await page.reload()
    await page.getByLabel("Your prompt").click()
    expect(await page.getByLabel("Your name").inputValue()).toBe("Lee")
  })

  test("an answer that comes too late is reported and stays in the field [web.chat]", async () => {
    const { id } = await ask("Too late?", { requester_agent: "hasty" })
    const page = await rig.openPage("/chat", { mayComplain: [/409/] })
    await enterName(page, "Kim")
    await page.getByRole("button", { name: "Reply to hasty" }).click()
    await page.getByLabel("Your answer").fill("Here I am.")
    // Resolve the prompt through the API before the stream can notify the page.
    await page.route("**/api/discussion/*", async (route) => {
      if (route.request().method() === "POST") await rig.call("PATCH", `${prompts}/${id}`, { action: "resolve" })
      await route.continue()
    })
    await page.getByRole("button", { name: "Answer", exact: true }).click()
    await page.getByRole("alert").filter({ hasText: "it was not saved" }).waitFor()
    expect(await page.getByLabel("Your answer").inputValue()).toBe("Here I am.")
    await thread(page, "Too late?").getByText("Resolved").waitFor()
    await expectAccessible(page)
  })

  test("a prompt can be resolved and cancelled by hand [web.chat]", async () => {
    await ask("Resolve me", { requester_agent: "one" })
    await ask("Cancel me", { requester_agent: "two" })
    const page = await rig.openPage("/chat")
    await thread(page, "Resolve me").getByRole("button", { name: "More" }).click()
    await page.getByRole("menuitem", { name: "Resolve now" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Resolve now" }).click()
    await thread(page, "Resolve me").getByText("Resolved").waitFor()
    await thread(page, "Cancel me").getByRole("button", { name: "More" }).click()
    await page.getByRole("menuitem", { name: "Cancel the prompt" }).click()
    await expectAccessible(page)
    await page.getByRole("dialog").getByRole("button", { name: "Cancel the prompt" }).click()
    await thread(page, "Cancel me").getByText("Cancelled").waitFor()
  })

  test("the remaining time counts down until the prompt is shown as timed out [web.chat]", async () => {
    const page = await rig.openPage("/chat")
    await isLive(page)
    await ask("Quick one?", { requester_agent: "quick", timeout_minutes: 0.05 })
    const seen = thread(page, "Quick one?")
    await seen.getByText(/\d sec left/).waitFor()
    await seen.getByText("Timed out").waitFor()
    expect(await seen.getByText("left").count()).toBe(0)
  })

  test("the collected answers can be copied [web.chat]", async () => {
    const { id } = await ask("What is the port?", { requester_agent: "porter" })
    await answer(id, "reviewer", "4600")
    const page = await rig.openPage("/chat")
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await thread(page, "What is the port?").getByRole("button", { name: "More" }).click()
    await page.getByRole("menuitem", { name: "Copy collected answers" }).click()
    await page.getByText("Copied").waitFor()
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      "# porter\n\nWhat is the port?\n\n## reviewer\n\n4600\n",
    )
  })

  test("messages are filtered by state, agent, text and own prompts; threads fold [web.chat]", async () => {
    const { id } = await ask("Which zebra?", { requester_agent: "zoo" })
    await answer(id, "keeper", "The striped one.")
    await rig.call("POST", "/api/v1/chat", { agent_name: "keeper", message: "Feeding time." })
    const page = await rig.openPage("/chat")
    const shown = page.getByRole("region", { name: "Conversation" }).getByRole("listitem")
    await page.getByLabel("Search").fill("zebra striped")
    await expect.poll(() => shown.filter({ has: page.getByRole("article") }).count()).toBe(1)
    await page.getByLabel("Search").fill("")
    await page.getByLabel("Show", { exact: true }).selectOption("messages")
    await page.getByText("Feeding time.").waitFor()
    await expect.poll(() => page.getByText("Which zebra?").locator("visible=true").count()).toBe(1)
    await page.getByLabel("Show", { exact: true }).selectOption("open")
    await page.getByLabel("Agent", { exact: true }).selectOption("keeper")
    await thread(page, "Which zebra?").getByText("The striped one.").waitFor()
    await thread(page, "Which zebra?").getByRole("button", { name: "Hide 1 answer" }).click()
    expect(await page.getByText("The striped one.").count()).toBe(0)
    await page.getByRole("button", { name: "Clear the filter" }).click()
    await enterName(page, "zoo")
    await page.getByLabel("Only mine").check()
    await expect.poll(() => page.getByText("Feeding time.").count()).toBe(0)
    await thread(page, "Which zebra?").waitFor()
  })

  test("older messages load in pages above the current position [web.chat]", async () => {
    for (let index = 0; index < 130; index++) {
      await rig.call("POST", "/api/v1/chat", { agent_name: "counter", message: `Number ${index}.` })
    }
    const page = await rig.openPage("/chat")
    await page.getByText("Number 129.").waitFor()
    expect(await page.getByText("Number 5.", { exact: true }).count()).toBe(0)
    const first = page.getByText("Number 30.", { exact: true })
    await first.scrollIntoViewIfNeeded()
    await page.evaluate("scrollTo(0, 0)")
    const before = (await first.boundingBox())!.y
    await page.getByRole("button", { name: "Load older messages" }).click()
    await page.getByText("Number 5.", { exact: true }).waitFor()
    expect(Math.abs((await first.boundingBox())!.y - before)).toBeLessThan(40)
    await rig.call("POST", "/api/v1/chat", { agent_name: "counter", message: "Number 130." })
    await page.getByRole("button", { name: "1 new message" }).click()
    await expect.poll(() => page.getByRole("article").getByText("Number 130.").isVisible()).toBe(true)
  })
})

describe("the squad chat's layout", () => {
  const own = pageRig()

  test("is accessible in every look and never overflows [web.chat] [web.accessible]", async () => {
    await seedSquadChat(own)
    const page = await own.openPage("/chat")
    await page.getByText("it is a bare socket").waitFor()
    await page.locator("pre .hljs-attr").first().waitFor()
    await expectAccessibleInEveryLook(page, {
      "light-1440": "chat-light",
      "dark-1440": "chat-dark",
      "light-360": "chat-phone",
      "dark-360": "chat-phone-dark",
    })
    await page.getByRole("button", { name: "Reply to debugger" }).click()
    await page.getByLabel("Your answer").fill("Yes, in staging.")
    await expectAccessibleInEveryLook(page)
  })
})
