import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect } from "vitest"
import { readConfig } from "../../src/main/config.ts"
import { type Serving, serve } from "../../src/main/serve.ts"
import type { Model } from "../../src/ports/model.ts"
import { complaintsOf } from "./complaints.ts"
import { launch } from "./launch.ts"

export interface PageOptions {
  readonly width?: number
  readonly height?: number
  readonly theme?: "light" | "dark"
  readonly language?: "en" | "es" | "zh"
  /** What the console may say, for tests of what goes wrong. */
  readonly mayComplain?: readonly RegExp[]
}

interface RigOptions {
  /** Models found before the rehearsal's. */
  readonly own?: readonly Model[]
  /** Rehearsal models speak at a pace that can be read along. */
  readonly paced?: boolean
}

export interface PageRig {
  readonly url: string
  readonly serving: Serving
  /** A page in a context of its own. At the end of the test it must have had nothing to complain about. */
  openPage(path: string, options?: PageOptions): Promise<Page>
  /** A second tab beside a page, with the same storage. */
  openTab(page: Page, path: string): Promise<Page>
  /** Calls the server past the page. */
  // biome-ignore lint/suspicious/noExplicitAny: what a server answers is what the test is about
  call(method: string, path: string, body?: unknown): Promise<any>
}

const locales = { en: "en-GB", es: "es-ES", zh: "zh-CN" }

/** The real server with the built page, and one Chromium, for all tests of a file. */
export function pageRig({ own = [], paced = false }: RigOptions = {}): PageRig {
  let browser: Browser
  let serving: Serving
  let contexts: BrowserContext[] = []
  let complaints: string[] = []

  beforeAll(async () => {
    browser = await launch()
    serving = await serve({
      location: { data: "memory" },
      config: readConfig({}),
      env: {},
      own,
      host: "127.0.0.1",
      port: 0,
      workers: 20,
      paced,
      onError: (error) => void complaints.push(`server: ${error}`),
    })
    if (!serving.hasPage) throw new Error("the page is not built; run `npm run build:page`")
  })

  afterAll(async () => {
    await browser?.close()
    await serving?.close(0)
  })

  afterEach(async () => {
    const [seen, open] = [complaints, contexts]
    complaints = []
    contexts = []
    await Promise.all(open.map((context) => context.close()))
    expect(seen).toEqual([])
  })

  const watched = (page: Page, mayComplain: readonly RegExp[] = []) => {
    complaintsOf(page, serving.url, (complaint) => {
      if (!mayComplain.some((pattern) => pattern.test(complaint))) complaints.push(complaint)
    })
    return page
  }

  return {
    get url() {
      return serving.url
    },
    get serving() {
      return serving
    },
    async openPage(path, { width = 1280, height = 900, theme = "light", language = "en", mayComplain } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        locale: locales[language],
        reducedMotion: "reduce",
      })
      contexts.push(context)
      const page = watched(await context.newPage(), mayComplain)
      await page.goto(`${serving.url}${path}`)
      await page.waitForLoadState("networkidle")
      return page
    },
    async openTab(page, path) {
      const tab = watched(await page.context().newPage())
      await tab.goto(`${serving.url}${path}`)
      return tab
    },
    async call(method, path, body) {
      const response = await fetch(`${serving.url}${path}`, {
        method,
        headers: body === undefined ? {} : { "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return text === "" ? undefined : JSON.parse(text)
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
