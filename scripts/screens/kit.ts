import { execFileSync } from "node:child_process"
import { rmSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import type { Model } from "../../src/ports/model.ts"
import { launchBrowser } from "../../test/browser/launch-browser.ts"
import { startPageServer } from "../../test/browser/page-server.ts"

const folder = join(import.meta.dirname, "../../docs/screenshots")
const maxBytes = 80_000
const screen = { width: 1280, height: 800 }
export const phone = { width: 360, height: 740 }

const looks = {
  en: { locale: "en-GB", colorScheme: "light" },
  es: { locale: "es-ES", colorScheme: "dark" },
  zh: { locale: "zh-CN", colorScheme: "light" },
} as const
export type Language = keyof typeof looks
export const languages = Object.keys(looks) as Language[]

/** The page's texts by language. They are typed for browsers, so their types are unknown here. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export async function loadTexts(feature: string): Promise<Record<Language, any>> {
  const load = async (language: Language) => (await import(`../../web/src/texts/${language}/${feature}.ts`)).texts
  return { en: await load("en"), es: await load("es"), zh: await load("zh") }
}

/** Starts a real server and a browser. */
export async function startScreens(own: readonly Model[] = []) {
  const server = await startPageServer({ own, workers: 2 }, console.error)
  const browser = await launchBrowser()

  return {
    async call<T>(path: string, body: unknown = {}): Promise<T> {
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
      const response = await fetch(`${server.url}/api/v1${path}`, init)
      if (!response.ok) throw new Error(await response.text())
      return (await response.json()) as T
    },

    async ended(id: string): Promise<string> {
      await (await fetch(`${server.url}/api/v1/discussions/${id}/events`)).text()
      return id
    },

    async openPage(path: string, language: Language, viewport = screen): Promise<Page> {
      const context = await browser.newContext({ ...looks[language], viewport, reducedMotion: "reduce" })
      const page = await context.newPage()
      await page.goto(`${server.url}${path}`)
      await page.locator("h1").waitFor({ state: "attached" })
      if (viewport === screen && path.startsWith("/discussions")) await page.locator("#history a").first().waitFor()
      await page.evaluate("document.fonts.ready.then(() => 0)")
      return page
    },

    async closePages(): Promise<void> {
      for (const context of browser.contexts()) await context.close()
    },

    async close(): Promise<void> {
      await browser.close()
      await server.close()
    },
  }
}
export type Screens = Awaited<ReturnType<typeof startScreens>>

export async function keep(page: Page, name: string, language: Language): Promise<void> {
  const path = join(folder, `${name}-${language}`)
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
  await page.screenshot({ path: `${path}.png`, animations: "disabled" })
  execFileSync("cwebp", ["-quiet", "-near_lossless", "40", `${path}.png`, "-o", `${path}.webp`])
  rmSync(`${path}.png`)
  const { size } = statSync(`${path}.webp`)
  if (size > maxBytes) throw new Error(`${name}-${language}.webp has ${size} bytes: show less`)
  console.log(`docs/screenshots/${name}-${language}.webp: ${Math.round(size / 1_000)} KB`)
}
