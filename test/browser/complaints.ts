import type { Page } from "playwright-core"

/** Tells of everything a page must never do: errors, breaches of its policy, and requests to anywhere else. */
export function complaintsOf(page: Page, home: string, tell: (complaint: string) => void): void {
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") tell(`console: ${message.text()}`)
  })
  page.on("pageerror", (error) => tell(`error: ${error.message}`))
  page.on("request", (request) => {
    const url = request.url()
    if (!url.startsWith(`${home}/`) && !/^(data|blob|about):/.test(url)) tell(`request: ${url}`)
  })
}
