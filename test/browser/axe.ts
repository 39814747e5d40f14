import axeCore from "axe-core"
import type { Page } from "playwright-core"
import { expect } from "vitest"

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[]
}

/** Every rule of axe, best practices too, finds nothing on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axeCore.source)
  const violations = await page.evaluate<readonly Violation[]>("axe.run(document).then(({ violations }) => violations)")
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${JSON.stringify(target)}: ${failureSummary}`),
  )
  expect(found).toEqual([])
}

/** The next frame has the new look, and what fades to it is there. */
const settled = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() =>
  Promise.allSettled(document.getAnimations().flatMap((one) => (one instanceof CSSTransition ? [one.finished] : []))))`

const looks = [
  ["light", 1440, 900],
  ["dark", 1440, 900],
  ["dark", 360, 740],
  ["light", 360, 740],
] as const

/** The same page in both themes, wide and on a phone, without loading it again. */
export async function expectAccessibleInEveryLook(page: Page): Promise<void> {
  for (const [colorScheme, width, height] of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height })
    await page.evaluate(settled)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
}

/** Nothing sticks out sideways: the page can be read without scrolling two ways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const outside = await page.evaluate<readonly string[]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const widest = [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > clientWidth)
    return [scrollWidth + " > " + clientWidth, ...widest.map(({ outerHTML }) => outerHTML.slice(0, 200))]
  })()`)
  expect(outside).toEqual([])
}
