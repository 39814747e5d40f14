import { describe, expect, test } from "vitest"
import { scriptedModel } from "../../src/testing/index.ts"
import { expectAccessible } from "./axe.ts"
import { pageRig, screenshot } from "./page-rig.ts"

const model = scriptedModel({
  id: "test/cedar",
  replies: ["We can begin in stages, and count what the first one costs."],
})

describe("an invitation to a seat, on a server that wants keys [web.invitation]", () => {
  const rig = pageRig({ own: [model], keysRequired: true })

  test("lets whoever opens it speak for that seat, and for no other", async () => {
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
    await host.getByRole("button", { name: "Copy an invitation for Juan" }).click()
    await host.getByText("The invitation for Juan is copied.", { exact: false }).waitFor()
    const link = await host.evaluate<string>("navigator.clipboard.readText()")
    expect(link.startsWith(`${rig.url}${path}#`)).toBe(true)

    const guest = await rig.openPage(new URL(link).pathname + new URL(link).hash, { width: 1440 })
    await guest.getByText("You are Juan").waitFor()
    expect(guest.url()).toBe(`${rig.url}${path}`)
    // It is Maria's turn: Juan waits, and has nothing to speak, steer or invite with.
    await guest.getByText("Waiting for Maria").first().waitFor()
    expect(await guest.getByRole("textbox", { name: /What .* says|out of turn/ }).count()).toBe(0)
    expect(await guest.getByRole("button", { name: /Stop|Pause|Fork|invitation/ }).count()).toBe(0)
    await expectAccessible(guest)
    await screenshot(guest, "invited")

    await host
      .getByRole("textbox", { name: "What Maria says" })
      .fill("I would rather begin with the archive, because it is the smallest part.")
    await host.getByRole("button", { name: "Speak" }).click()
    await guest
      .getByRole("textbox", { name: "What Juan says" })
      .fill("At once, because the lease ends and two moves cost more than one.")
    await guest.reload()
    await guest.getByText("You are Juan").waitFor()
    await guest
      .getByRole("textbox", { name: "What Juan says" })
      .fill("At once, because the lease ends and two moves cost more than one.")
    await guest.getByRole("button", { name: "Speak" }).click()
    await host.getByText("two moves cost more than one").first().waitFor()
    await guest.getByRole("region", { name: "Outcome" }).waitFor()
    expect(await guest.getByRole("button", { name: /Fork|Ask/ }).count()).toBe(0)

    const seatKey = new URLSearchParams(new URL(link).hash.slice(1)).get("key")
    const refused = await fetch(`${rig.url}/api/v1/discussions`, { headers: { authorization: `Bearer ${seatKey}` } })
    expect(refused.status).toBe(403)
  })
})

describe("on one that wants none [web.invitation]", () => {
  const rig = pageRig({ own: [model] })

  test("an invitation is just as narrow, and once revoked it opens nothing", async () => {
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
    expect(await guest.getByRole("button", { name: /Stop|Pause|Fork/ }).count()).toBe(0)
    await rig.call("DELETE", `/api/v1${path}/seats/maria/keys/${apiKey.id}`)
    await guest.getByRole("dialog", { name: "This server needs an access key" }).waitFor()
  })
})
