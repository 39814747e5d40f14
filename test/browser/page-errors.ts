import type { Page } from "playwright-core"

/** The console does not report every violation. */
const reportPolicyViolations = `addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
  console.error("policy breached:", violatedDirective, blockedURI, sample))`

const prepared = new WeakSet<Page>()

/** Reports errors, policy violations and requests to other origins. Returns a function that stops it. */
export async function reportPageErrors(
  page: Page,
  home: string,
  report: (complaint: string) => void,
): Promise<() => void> {
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") report(`console: ${message.text()}`)
  })
  page.on("pageerror", (error) => report(`error: ${error.message}`))
  page.on("request", (request) => {
    const url = request.url()
    if (!url.startsWith(`${home}/`) && !/^(data|blob|about):/.test(url)) report(`request: ${url}`)
  })
  if (!prepared.has(page)) await page.addInitScript(reportPolicyViolations)
  prepared.add(page)
  return () => {
    for (const event of ["console", "pageerror", "request"] as const) page.removeAllListeners(event)
  }
}
