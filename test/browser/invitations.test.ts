import { describe, expect, test } from "vitest"
import { scriptedModel } from "../../src/testing/index.ts"
import { expectAccessible } from "./axe.ts"
import { pageRig, screenshot } from "./page-rig.ts"

const model = scriptedModel({
  id: "test/cedar",
  replies: ["We can begin in stages, and count what the first one costs."],
})

describe("an invitation to a seat, on a server that requires keys [web.invitation]", () => {
  const rig = pageRig({ own: [model], keysRequired: true })

  test("lets its visitor speak for that seat and no other", async () => {
    const { keys } = rig.server.app
    const { id: organisationId } = await keys.createOrganisation("Acme")
    const { key } = await keys.create({ organisationId, name: "host", scope: "discuss" })
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
    const seats = [
      { name: "Maria", kind: "human" },
      { name: "Juan", kind: "human" },
      { name: "Cedar", model: "test/cedar" },
    ]
    const body = JSON.stringify({
      format: "panel",
      topic: "At once or in stages?",
      seats,
      options: { rounds: 1 },
      record: false,
    })
    const made = await fetch(`${rig.url}/api/v1/discussions`, { method: "POST", headers, body })
    const { discussion } = (await made.json()) as { discussion: { id: string } }
    const path = `/discussions/${discussion.id}`

    const host = await rig.openPage("/settings", { width: 1440, mayComplain: [/401/] })
    await host.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await host.evaluate(`sessionStorage.setItem("conclave.key", ${JSON.stringify(key)})`)
    await host.goto(`${rig.url}${path}`)
    await host.getByRole("button", { name: "Invitations for Juan" }).click()
    await expectAccessible(host)
    await host.getByRole("button", { name: "Copy a new invitation" }).click()
    await host.getByText("The invitation for Juan is copied.", { exact: false }).waitFor()
    const link = await host.evaluate<string>("navigator.clipboard.readText()")
    expect(link.startsWith(`${rig.url}${path}#`)).toBe(true)
    await screenshot(host, "invitations")
    await host.keyboard.press("Escape")

    const guest = await rig.openPage(new URL(link).pathname + new URL(link).hash, { width: 1440 })
    await guest.getByText("You are Juan").waitFor()
    expect(guest.url()).toBe(`${rig.url}${path}`)
    // It is Maria's turn: Juan waits and has no controls to speak, steer or invite.
    await guest.getByText("Waiting for Maria").first().waitFor()
    expect(await guest.getByRole("textbox", { name: /What .* says|^Comment$/ }).count()).toBe(0)
    expect(await guest.getByRole("button", { name: /Abort|Pause|Fork|invitation/ }).count()).toBe(0)
    await expectAccessible(guest)
    await screenshot(guest, "invited")

    await host
      .getByRole("textbox", { name: "What Maria says" })
      .fill("I would rather begin with the archive, because it is the smallest part.")
    await host.getByRole("button", { name: "Send" }).click()
    await guest
      .getByRole("textbox", { name: "What Juan says" })
      .fill("At once, because the lease ends and two moves cost more than one.")
    await guest.reload()
    await guest.getByText("You are Juan").waitFor()
    await guest
      .getByRole("textbox", { name: "What Juan says" })
      .fill("At once, because the lease ends and two moves cost more than one.")
    await guest.getByRole("button", { name: "Send" }).click()
    await host.getByText("two moves cost more than one").first().waitFor()
    await guest.getByRole("region", { name: "Outcome" }).waitFor()
    expect(await guest.getByRole("button", { name: /Fork|Ask/ }).count()).toBe(0)

    const seatKey = new URLSearchParams(new URL(link).hash.slice(1)).get("key")
    const refused = await fetch(`${rig.url}/api/v1/discussions`, { headers: { authorization: `Bearer ${seatKey}` } })
    expect(refused.status).toBe(403)
  })
})

describe("on a server without keys [web.invitation]", () => {
  const rig = pageRig({ own: [model] })

  test("an invitation has the same limits, and opens nothing once revoked", async () => {
    const seats = [
      { name: "Maria", kind: "human" },
      { name: "Cedar", model: "test/cedar" },
    ]
    const request = { format: "panel", topic: "At once or in stages?", seats, options: { rounds: 1 }, record: false }
    const { discussion } = await rig.call("POST", "/api/v1/discussions", request)
    const path = `/discussions/${discussion.id}`
    const { key, apiKey } = await rig.call("POST", `/api/v1${path}/seats/maria/keys`, {})
    const mayComplain = [/401/, /INCOMPLETE_CHUNKED/]
    const guest = await rig.openPage(`${path}#invitation=maria&key=${key}`, { mayComplain })
    await guest.getByRole("textbox", { name: "What Maria says" }).waitFor()
    expect(await guest.getByRole("button", { name: /Abort|Pause|Fork/ }).count()).toBe(0)
    await rig.call("DELETE", `/api/v1${path}/seats/maria/keys/${apiKey.id}`)
    await guest.getByRole("dialog", { name: "This invitation no longer works" }).waitFor()
  })

  test("two identified people each speak for themselves, and neither reads the other's turn early [web.privacy]", async () => {
    const seats = [
      { name: "Maria", kind: "human" },
      { name: "Juan", kind: "human" },
      { name: "Cedar", model: "test/cedar" },
    ]
    const options = { rounds: 1, order: "parallel" }
    const request = { format: "panel", topic: "At once or in stages?", seats, options, record: false }
    const { discussion } = await rig.call("POST", "/api/v1/discussions", request)
    const path = `/discussions/${discussion.id}`
    const [maria, juan] = [await rig.openPage(path, { width: 1440 }), await rig.openPage(path, { theme: "dark" })]
    await maria.getByRole("combobox", { name: "You are" }).selectOption("Maria")
    await juan.getByRole("combobox", { name: "You are" }).selectOption("Juan")
    await maria.getByRole("heading", { name: "It is your turn, Maria" }).waitFor()
    await expect.poll(() => maria.title()).toMatch(/^● Your turn · At once/)
    await maria.getByText("Hidden until you have spoken in this round.").waitFor()
    // Turns of the same round are shown side by side.
    const tops = ["t1", "t2"].map(async (key) => (await maria.locator(`article#${key}`).boundingBox())?.y)
    expect(await tops[0]).toBe(await tops[1])
    await expectAccessible(maria)
    await screenshot(maria, "identity")

    await juan.getByRole("textbox", { name: "What Juan says" }).fill("At once, because two moves cost more than one.")
    await juan.getByRole("combobox", { name: "Your position, in a few words" }).fill("Move at once")
    await juan.getByRole("slider", { name: "How sure are you?" }).fill("90")
    await expectAccessible(juan)
    await juan.setViewportSize({ width: 360, height: 800 })
    await expectAccessible(juan)
    await screenshot(juan, "identity-phone-dark")
    await juan.getByRole("button", { name: "Send" }).click()
    // Juan has spoken: he sees the other turns, and that it is Maria's turn.
    await juan.getByText("count what the first one costs").waitFor()
    await juan.locator("#content").getByText("It is Maria's turn").waitFor()
    await juan.getByRole("textbox", { name: "Comment" }).fill("Take your time.")
    await juan.getByRole("button", { name: "Add comment" }).click()
    await maria.locator("#content").getByText("Juan, comment").waitFor()
    // A new page in the same browser is still Maria's, and still shows nothing early.
    await maria.reload()
    await maria.getByRole("heading", { name: "It is your turn, Maria" }).waitFor()
    await expect.poll(() => maria.getByText("Hidden until you have spoken").count()).toBe(2)
    expect(await maria.evaluate<string>("document.body.innerText")).not.toMatch(
      /two moves cost|what the first one costs/,
    )
    expect(await maria.evaluate<string>("document.activeElement.getAttribute('aria-label')")).toBe("What Maria says")
    await maria.keyboard.type("In stages, because we learn on the way.")
    await maria.getByRole("button", { name: "Send" }).click()
    await maria.getByText("two moves cost more than one").first().waitFor()
    await maria.getByText("Move at once").first().waitFor()
    await juan.getByText("because we learn on the way").first().waitFor()
    await expect.poll(() => maria.title()).toMatch(/^At once/)
  })

  test("a person who ranks answers sees pseudonyms, and names once the discussion is over [web.privacy]", async () => {
    const seats = [
      { name: "Quillon", role: "member" },
      { name: "Vesper", role: "member" },
      { name: "Maria", role: "member", kind: "human" },
      { name: "Chair", role: "chair" },
    ]
    const request = { table: "council", topic: "Where to?", seats, record: false }
    const { discussion } = await rig.call("POST", "/api/v1/discussions", request)
    const { key } = await rig.call("POST", `/api/v1/discussions/${discussion.id}/seats/maria/keys`, {})
    // Visitors who have not identified themselves see no speaker names either, and cannot speak.
    const host = await rig.openPage(`/discussions/${discussion.id}`, { width: 1440 })
    await host.getByText("To speak, choose who you are at the top.").waitFor()
    expect(await host.getByRole("log").textContent()).not.toMatch(/Quillon|Vesper|Maria/)
    await host.getByText("Names stay hidden until the discussion is over.").last().waitFor()
    await host.getByRole("button", { name: "Invitations for Maria" }).last().waitFor()
    await expectAccessible(host)
    await host.getByRole("combobox", { name: "You are" }).selectOption("Maria")
    await host.getByRole("heading", { name: "It is your turn, Maria" }).waitFor()
    const page = await rig.openPage(`/discussions/${discussion.id}#invitation=maria&key=${key}`)
    await page.getByRole("textbox", { name: "What Maria says" }).fill("To the lake.")
    await page.keyboard.press("Control+Enter")
    await page.getByRole("button", { name: "Vote", exact: true }).waitFor()
    await page.getByRole("listitem").getByText(/^P\d$/).first().waitFor()
    expect(await page.getByRole("main").textContent()).not.toMatch(/Quillon|Vesper/)
    await page.getByRole("button", { name: "Vote", exact: true }).click()
    await page
      .getByRole("main")
      .getByRole("region", { name: "Outcome" })
      .getByText(/Quillon/)
      .first()
      .waitFor()
    await page.locator("article").getByText("Quillon").first().waitFor()
  })

  test("a read-only link shows the discussion without controls until it is revoked [web.invitation]", async () => {
    const seats = [
      { name: "Maria", kind: "human" },
      { name: "Juan", kind: "human" },
    ]
    const request = { format: "panel", topic: "At once or in stages?", seats, options: { rounds: 1 }, record: false }
    const { discussion } = await rig.call("POST", "/api/v1/discussions", request)
    const host = await rig.openPage(`/discussions/${discussion.id}`, { width: 1440 })
    await host.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await host.getByRole("button", { name: "Share" }).click()
    await host.getByRole("button", { name: "Copy a read-only link" }).click()
    await host.getByText("not used yet").waitFor()
    await expectAccessible(host)
    await screenshot(host, "share")
    const link = new URL(await host.evaluate<string>("navigator.clipboard.readText()"))
    const guest = await rig.openPage(link.pathname + link.hash, { mayComplain: [/401/, /INCOMPLETE_CHUNKED/] })
    await guest.getByText("Read only").first().waitFor()
    await guest.locator("#content").getByText("It is Maria's turn").waitFor()
    expect(await guest.getByRole("textbox", { name: /What .* says|^Comment$/ }).count()).toBe(0)
    expect(await guest.getByRole("button", { name: /Abort|Pause|Fork|Share|Invitations/ }).count()).toBe(0)
    // A person in another tab is notified of their turn by the system and the tab's title.
    // This Chromium has no notification system and refuses; the test reports permission to the page.
    await host.evaluate(`
      window.notifications = []
      Object.defineProperty(document, "hidden", { value: true })
      window.Notification = class extends Notification {
        static permission = "granted"
        constructor(...given) { super(...given); notifications.push(given[0]) }
      }
    `)
    await host.keyboard.press("Escape")
    await host.getByRole("combobox", { name: "You are" }).selectOption("Juan")
    await host.locator("#content").getByText("It is Maria's turn").waitFor()
    expect(await host.getByRole("textbox", { name: /What .* says/ }).count()).toBe(0)
    const spoken = { seat: "maria", content: "In stages, because we learn on the way." }
    await rig.call("POST", `/api/v1/discussions/${discussion.id}/turns`, spoken)
    await expect.poll(() => host.title()).toMatch(/^● Your turn/)
    expect(await host.evaluate("notifications")).toEqual(["Your turn"])
    await host.getByRole("button", { name: "Share" }).click()
    await host.getByRole("button", { name: "Revoke" }).click()
    await host.getByText("No valid read-only links.").waitFor()
    await guest.getByRole("dialog", { name: "This invitation no longer works" }).waitFor()
  })
})
