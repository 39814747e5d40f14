import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect } from "vitest"
import { sharedBrowser } from "./launch-browser.ts"
import { reportPageErrors } from "./page-errors.ts"
import { type PageServer, type PageServerOptions, startPageServer } from "./page-server.ts"

export interface PageOptions {
  readonly width?: number
  readonly height?: number
  readonly theme?: "light" | "dark"
  readonly language?: "en" | "es" | "zh"
  /** What the console may say, for tests of what goes wrong. */
  readonly mayComplain?: readonly RegExp[]
}

export interface PageRig {
  readonly url: string
  readonly server: PageServer
  /** A page in a context of its own. At the end of the test it must have had nothing to complain about. */
  openPage(path: string, options?: PageOptions): Promise<Page>
  /** A second tab beside a page, with the same storage. */
  openTab(page: Page, path: string): Promise<Page>
  /** Calls the server past the page. */
  // biome-ignore lint/suspicious/noExplicitAny: what a server answers is what the test is about
  call(method: string, path: string, body?: unknown): Promise<any>
  /** Ends the server and starts it again at the same address, on the same data folder. */
  restart(): Promise<void>
}

const locales = { en: "en-GB", es: "es-ES", zh: "zh-CN" }

/** The real server with the built page, and one Chromium, for all tests of a file. */
export function pageRig(options: PageServerOptions = {}): PageRig {
  let browser: Browser
  let server: PageServer
  let contexts: BrowserContext[] = []
  let complaints: string[] = []
  const onError = (error: unknown) => void complaints.push(`server: ${error}`)

  beforeAll(async () => {
    ;[browser, server] = await Promise.all([sharedBrowser(), startPageServer(options, onError)])
  })

  afterAll(async () => {
    await server?.close()
  })

  afterEach(async () => {
    const [seen, open] = [complaints, contexts]
    complaints = []
    contexts = []
    await Promise.all(open.map((context) => context.close()))
    expect(seen).toEqual([])
  })

  const watched = async (page: Page, mayComplain: readonly RegExp[] = []) => {
    await reportPageErrors(page, server.url, (complaint) => {
      if (!mayComplain.some((pattern) => pattern.test(complaint))) complaints.push(complaint)
    })
    return page
  }

  return {
    get url() {
      return server.url
    },
    get server() {
      return server
    },
    async openPage(path, { width = 1280, height = 900, theme = "light", language = "en", mayComplain } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        locale: locales[language],
        reducedMotion: "reduce",
      })
      contexts.push(context)
      const page = await watched(await context.newPage(), mayComplain)
      await page.goto(`${server.url}${path}`)
      await page.locator("h1").waitFor({ state: "attached" })
      return page
    },
    async openTab(page, path) {
      const tab = await watched(await page.context().newPage())
      await tab.goto(`${server.url}${path}`)
      await tab.locator("h1").waitFor({ state: "attached" })
      return tab
    },
    async call(method, path, body) {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: body === undefined ? {} : { "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return text === "" ? undefined : JSON.parse(text)
    },
    async restart() {
      const port = Number(new URL(server.url).port)
      await server.close()
      server = await startPageServer(options, onError, port)
    },
  }
}

/** Kept for the documents when asked for with SCREENSHOTS=1; ordinary tests leave the tree as it is. */
export async function screenshot(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (process.env.SCREENSHOTS !== "1") return
  const folder = join(import.meta.dirname, "../../docs/screenshots")
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage, animations: "disabled" })
}
