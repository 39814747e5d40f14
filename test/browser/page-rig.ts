import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect } from "vitest"
import { sharedBrowser } from "./launch-browser.ts"
import { reportPageErrors } from "./page-errors.ts"
import { type PageServer, type PageServerOptions, startPageServer } from "./page-server.ts"

export interface PageOptions {
  readonly width?: number
  readonly height?: number
  readonly theme?: "light" | "dark"
  readonly language?: "en" | "es" | "zh"
  /** Console messages that a test expects. */
  readonly mayComplain?: readonly RegExp[]
  /** The test changes the page irreversibly, so it is not reused. */
  readonly once?: boolean
}

export interface PageRig {
  readonly url: string
  readonly server: PageServer
  /** A page with empty storage. The test fails if the page logs errors. */
  openPage(path: string, options?: PageOptions): Promise<Page>
  /** A second tab with the same storage. */
  openTab(page: Page, path: string): Promise<Page>
  /** Calls the server directly. */
  // biome-ignore lint/suspicious/noExplicitAny: what a server answers is what the test is about
  call(method: string, path: string, body?: unknown): Promise<any>
  /** Restarts the server at the same address on the same data folder. */
  restart(): Promise<void>
}

const locales = { en: "en-GB", es: "es-ES", zh: "zh-CN" }

/** Pages that finished tests released; reusing one takes half the time of opening one. */
const sparePages: Record<keyof typeof locales, Page[]> = { en: [], es: [], zh: [] }

async function newPage(browser: Browser, language: keyof typeof locales): Promise<Page> {
  return (await browser.newContext({ locale: locales[language], reducedMotion: "reduce" })).newPage()
}

/** Resets a page for the next test, or closes it if it cannot be reset. */
async function releasePage(page: Page, language: keyof typeof locales, url: string): Promise<void> {
  const context = page.context()
  try {
    if (context.pages().length > 1) throw new Error("the context has other tabs")
    await Promise.all([page.unrouteAll(), context.setOffline(false), context.clearPermissions()])
    // No script runs at this address that could write to the storage again.
    await page.goto(`${url}/icon.svg`, { timeout: 10_000 })
    await page.evaluate("localStorage.clear(); sessionStorage.clear()")
    sparePages[language].push(page)
  } catch {
    await context.close()
  }
}

/** The real server with the built page, and one Chromium, for all tests of a file. */
export function pageRig(options: PageServerOptions = {}): PageRig {
  let browser: Browser
  let server: PageServer
  let used: (() => Promise<void>)[] = []
  let complaints: string[] = []
  const onError = (error: unknown) => void complaints.push(`server: ${error}`)

  beforeAll(async () => {
    ;[browser, server] = await Promise.all([sharedBrowser(), startPageServer(options, onError)])
  })

  afterAll(async () => {
    await server?.close()
  })

  afterEach(async () => {
    const [seen, ending] = [complaints, used]
    complaints = []
    used = []
    await Promise.all(ending.map((end) => end()))
    expect(seen).toEqual([])
  })

  const watch = (page: Page, mayComplain: readonly RegExp[] = []) =>
    reportPageErrors(page, server.url, (complaint) => {
      if (!mayComplain.some((pattern) => pattern.test(complaint))) complaints.push(complaint)
    })

  return {
    get url() {
      return server.url
    },
    get server() {
      return server
    },
    async openPage(path, options = {}) {
      const { width = 1280, height = 900, theme = "light", language = "en", mayComplain, once = false } = options
      const page = (once ? undefined : sparePages[language].pop()) ?? (await newPage(browser, language))
      const unwatch = await watch(page, mayComplain)
      used.push(() => {
        unwatch()
        return once ? page.context().close() : releasePage(page, language, server.url)
      })
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce", media: null, forcedColors: null })
      await page.goto(`${server.url}${path}`)
      await page.locator("h1").waitFor({ state: "attached" })
      return page
    },
    async openTab(page, path) {
      const tab = await page.context().newPage()
      await watch(tab)
      await tab.setViewportSize(page.viewportSize()!)
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

/** Saves a screenshot for the documentation with SCREENSHOTS=1; ordinary runs leave the tree unchanged. */
export async function screenshot(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (process.env.SCREENSHOTS !== "1") return
  const folder = join(import.meta.dirname, "../../docs/screenshots")
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage, animations: "disabled" })
}
