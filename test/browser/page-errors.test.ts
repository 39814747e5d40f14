import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launchBrowser } from "./launch-browser.ts"
import { reportPageErrors } from "./page-errors.ts"

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

test.each([
  ["an error", "<script>missing()</script>", /missing is not defined/],
  ["a policy violation", "<style>a{}</style>", /policy breached: style-src/],
  ["a request to another origin", '<img src="http://127.0.0.1:9/a.png">', /http:\/\/127\.0\.0\.1:9\/a\.png/],
])("reports %s of a page", async (_, body, complaint) => {
  const policy = body.includes("<style") ? { "content-security-policy": "style-src 'self'" } : {}
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html", ...policy }).end(`<!doctype html>${body}`)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const page = await browser.newPage()
  const { promise: told, resolve } = Promise.withResolvers<string>()
  await reportPageErrors(page, url, (text) => {
    if (complaint.test(text)) resolve(text)
  })
  await page.goto(`${url}/`)
  expect(await told).toMatch(complaint)
  await page.close()
  server.closeAllConnections()
  server.close()
})
