import lighthouse, { desktopConfig } from "lighthouse"
import { readPage } from "../src/server/index.ts"
import { launchBrowser } from "../test/browser/launch-browser.ts"
import { startPageServer } from "../test/browser/page-server.ts"
import { buildPage } from "../test/support/build-page.ts"
import { firstView } from "../test/support/page-weight.ts"

const port = 9_333
const minScore = 95
const onlyCategories = ["performance", "accessibility", "best-practices"]

/** Lighthouse scores of the built page, on a computer and a phone, and the size of its first view. */
export async function main(): Promise<void> {
  buildPage()
  const server = await startPageServer({}, (error) => console.error(error))
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  try {
    const { gzip, files } = firstView(readPage()!)
    console.log(
      `\npage: ${(gzip / 1024).toFixed(1)} KB of JavaScript for the first view, in ${files.length} files (≤ 200)`,
    )
    for (const [name, config] of [
      ["computer", desktopConfig],
      ["phone", undefined],
    ] as const) {
      const result = await lighthouse(`${server.url}/`, { port, onlyCategories, logLevel: "error" }, config)
      const { categories, audits } = result!.lhr
      const scores = Object.values(categories).map(({ title, score }) => ({
        title,
        score: Math.round((score ?? 0) * 100),
      }))
      console.log(
        `page on a ${name}: ${scores.map(({ title, score }) => `${title} ${score}`).join(", ")} (≥ ${minScore})`,
      )
      for (const id of [
        "first-contentful-paint",
        "largest-contentful-paint",
        "total-blocking-time",
        "cumulative-layout-shift",
      ])
        console.log(`  ${audits[id]?.title}: ${audits[id]?.displayValue}`)
      const failed = Object.values(audits).filter(({ score }) => score !== null && score < 0.9)
      for (const { title, displayValue } of failed) console.log(`  below 0.9: ${title} ${displayValue ?? ""}`)
      if (name === "computer" && scores.some(({ score }) => score < minScore)) process.exitCode = 1
    }
  } finally {
    await browser.close()
    await server.close()
  }
}
