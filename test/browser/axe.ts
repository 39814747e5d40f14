import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { screenshot } from "./page-rig.ts"

const axe = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8")

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[]
}

/** Expects that no axe rule, best practices included, reports a violation; or only the rules named. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
  const options = JSON.stringify({ resultTypes: ["violations"], ...(rules && { runOnly: rules }) })
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  )
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${JSON.stringify(target)}: ${failureSummary}`),
  )
  expect(found).toEqual([])
}

/** Waits until no transition runs, including those of elements that inherit from transitioned ones. */
const waitForTransitions = `(async () => {
  const frame = () => new Promise(requestAnimationFrame)
  const isFading = (one) => one instanceof CSSTransition && one.playState === "running"
  let fading
  do {
    await frame()
    await frame()
    fading = document.getAnimations().filter(isFading)
    await Promise.allSettled(fading.map((one) => one.finished))
  } while (fading.length > 0)
})()`

type Look = `${"light" | "dark"}-${1440 | 768 | 360}`
const looks: readonly Look[] = ["light-1440", "dark-1440", "light-360", "dark-360"]

/** Checks the page in both themes, on desktop and phone, without a reload; named looks are saved as screenshots. */
export async function expectAccessibleInEveryLook(
  page: Page,
  names: Partial<Record<Look, string>> = {},
  wanted: readonly Look[] = looks,
): Promise<void> {
  const seenWidths = new Set<string>()
  for (const look of wanted) {
    const [colorScheme, width] = look.split("-") as ["light" | "dark", string]
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: Number(width), height: width === "360" ? 740 : 900 })
    await page.evaluate(waitForTransitions)
    // At a width that was checked, another theme changes only colours.
    await expectAccessible(page, seenWidths.has(width) ? ["color-contrast"] : undefined)
    seenWidths.add(width)
    await expectNoSidewaysScroll(page)
    const name = names[look]
    if (name) await screenshot(page, name)
  }
}

const looksOf = { en: ["light-1440", "dark-1440"], es: ["light-360"], zh: ["dark-360"] } as const

/** Switches the page through every language, as another tab would, with the looks to check for each. */
export async function inEveryLanguage(
  page: Page,
  see: (language: keyof typeof looksOf, looks: readonly Look[]) => Promise<void>,
): Promise<void> {
  for (const language of ["en", "es", "zh"] as const) {
    await page.evaluate(`localStorage.setItem("conclave.language", "${language}")
      dispatchEvent(new StorageEvent("storage", { key: "conclave.language" }))`)
    await see(language, looksOf[language])
  }
}

/** Expects that the page needs no horizontal scrolling. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const outside = await page.evaluate<readonly string[]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const widest = [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > clientWidth)
    return [scrollWidth + " > " + clientWidth, ...widest.map(({ outerHTML }) => outerHTML.slice(0, 200))]
  })()`)
  expect(outside).toEqual([])
}
