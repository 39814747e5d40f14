import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { getRequestListener } from "@hono/node-server"
import type { Browser } from "playwright-core"
import { rolldown } from "rolldown"
import { afterAll, beforeAll, expect, test } from "vitest"
import { embeddedServices } from "../../src/main/embedded-services.ts"
import { createServer as createApi, type Server } from "../../src/server/index.ts"
import { launchBrowser } from "./launch-browser.ts"

const root = join(import.meta.dirname, "../..")
let browser: Browser
let url: string
let close: () => void

/** The example built for browsers, with the API at the same origin. */
beforeAll(async () => {
  const input = join(root, "examples/react/discussion.tsx")
  const define = { "process.env.NODE_ENV": '"production"' }
  const build = await rolldown({ input, platform: "browser", transform: { define } })
  const { output } = await build.generate({ format: "esm" })
  const services = embeddedServices({ env: {} })
  const api: Server = createApi({ services })
  const page = `<!doctype html><title>Example</title><div id="root"></div><script type="module" src="/page.js"></script>`
  const server = createServer(
    getRequestListener((request) => {
      const { pathname } = new URL(request.url)
      if (pathname === "/") return new Response(page, { headers: { "content-type": "text/html" } })
      if (pathname !== "/page.js") return api.fetch(request)
      return new Response(output[0].code, { headers: { "content-type": "text/javascript" } })
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await launchBrowser()
  close = () => {
    services.close()
    server.closeAllConnections()
    server.close()
  }
})

afterAll(async () => {
  await browser?.close()
  close?.()
})

test("a page with useDiscussion shows text live, and its user speaks and votes [library.client]", async () => {
  const page = await browser.newPage()
  const errors: string[] = []
  page.on("pageerror", (error) => void errors.push(String(error)))
  await page.goto(url)
  await page.getByRole("button", { name: "Start" }).click()
  await page.getByRole("textbox").fill("Tea, since it is calmer.")
  await page.getByRole("button", { name: "Say" }).click()
  await page.getByRole("button", { name: "I agree" }).click()
  await page.locator("output").waitFor()
  expect(await page.locator("li").allTextContents()).toEqual([
    "You Tea, since it is calmer.",
    expect.stringMatching(/^Ada \S/),
  ])
  expect(await page.locator("p[role=status]").textContent()).toBe("ended")
  expect(await page.locator("output").textContent()).toMatch(/\S/)
  expect(errors).toEqual([])
})
