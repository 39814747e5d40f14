import { beforeAll, describe, expect, test } from "vitest"
import { expectAccessible } from "./axe.ts"
import { pageRig } from "./page-rig.ts"

const rig = pageRig({ keysRequired: true })
const refused = { mayComplain: [/401/] }
let key: string

beforeAll(async () => {
  const { keys } = rig.server.app
  const { id: organisationId } = await keys.createOrganisation("Acme")
  ;({ key } = await keys.create({ organisationId, name: "page", scope: "discuss" }))
})

describe("a server that requires keys", () => {
  test("the page asks for a key, reports a wrong one, and continues with the right one [access.other-address]", async () => {
    const page = await rig.openPage("/", refused)
    const dialog = page.getByRole("dialog", { name: "This server needs an access key" })
    await dialog.waitFor()
    await expectAccessible(page)
    await page.getByLabel("Access key of this server").fill("cnk_wrong")
    await page.keyboard.press("Enter")
    await page.getByText("That key is not known here").waitFor()
    await page.getByLabel("Access key of this server").fill(key)
    await page.getByRole("button", { name: "Use this key" }).click()
    await dialog.waitFor({ state: "hidden" })
    await page.reload()
    await page.locator("h1").waitFor()
    expect(await dialog.isVisible()).toBe(false)
  })

  test("a key lasts as long as its tab unless it is remembered", async () => {
    const page = await rig.openPage("/", refused)
    await page.getByLabel("Access key of this server").fill(key)
    await page.keyboard.press("Enter")
    await page.getByRole("dialog").waitFor({ state: "hidden" })
    expect(
      await page.evaluate("[sessionStorage.getItem('conclave.key'), localStorage.getItem('conclave.key')]"),
    ).toEqual([key, null])
    const other = await rig.openPage("/", refused)
    await other.getByLabel("Access key of this server").fill(key)
    await other.getByLabel("Remember it on this computer").check()
    await other.getByRole("button", { name: "Use this key" }).click()
    await other.getByRole("dialog").waitFor({ state: "hidden" })
    const tab = await rig.openTab(other, "/")
    expect(await tab.evaluate("localStorage.getItem('conclave.key')")).toBe(key)
    expect(await tab.getByRole("dialog").isVisible()).toBe(false)
  })
})
