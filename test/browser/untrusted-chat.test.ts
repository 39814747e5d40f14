import { expect, test } from "vitest"
import { expectAccessible, expectAccessibleInEveryLook, expectNoSidewaysScroll } from "./axe.ts"
import { pageRig } from "./page-rig.ts"
import { untrustedNames, untrustedTexts } from "./untrusted-corpus.ts"
import { openWatched, showAll } from "./untrusted-page.ts"

const rig = pageRig()
const texts = Object.values(untrustedTexts)

test("the corpus is large enough", () => {
  expect(texts.length).toBeGreaterThan(80)
  expect(new Set(texts).size).toBe(texts.length)
})

test("untrusted messages and agent names run nothing and load nothing [web.untrusted]", async () => {
  for (const [index, message] of texts.entries()) {
    await rig.call("POST", "/api/v1/chat", { agent_name: untrustedNames[index % untrustedNames.length], message })
  }
  const { page, watch } = await openWatched(rig, "/chat")
  await page
    .getByRole("article")
    .nth(texts.length - 1)
    .waitFor()
  await watch.expectHarmless()
  await showAll(page)
  await watch.expectHarmless()
  await page.getByLabel("Search").fill("canary")
  await expect.poll(() => page.getByRole("article").count()).toBeLessThan(texts.length)
  await page.getByLabel("Your prompt").fill("still here")
  await watch.expectHarmless()
}, 170_000)

test("untrusted prompts and answers run nothing and load nothing, live and after a reload [web.untrusted]", async () => {
  const { page, watch } = await openWatched(rig, "/chat", { width: 360, height: 740 })
  const last = page.getByRole("article").getByText(`other ${texts.length - 1}`)
  for (const [index, text] of texts.entries()) {
    const requester_agent = untrustedNames[index % untrustedNames.length]!
    const body = { requester_agent, prompt_message: text, task_id: text.trim().slice(0, 150), required_responses: 1 }
    const { prompt } = await rig.call("POST", "/api/discussion", body)
    await rig.call("POST", `/api/discussion/${prompt.id}`, { agent_name: `other ${index}`, message: text })
  }
  await last.waitFor()
  await watch.expectHarmless()
  await page.reload()
  await last.waitFor()
  await showAll(page)
  await expectNoSidewaysScroll(page)
  await watch.expectHarmless()
}, 170_000)

test("untrusted text is accessible, in dark mode too [web.untrusted] [web.accessible]", async () => {
  const { page } = await openWatched(rig, "/chat")
  for (const word of ["six", "five", "onerror"]) {
    await page.getByRole("article").first().waitFor()
    await page.getByLabel("Search").fill(word)
    const shown = () => page.getByRole("article").allInnerTexts()
    await expect.poll(async () => (await shown()).every((text) => text.toLowerCase().includes(word))).toBe(true)
    await page.getByRole("article").first().waitFor()
    await expectAccessible(page)
  }
  await expectAccessibleInEveryLook(page, {}, ["dark-1440"])
})
