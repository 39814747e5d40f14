import type { Page } from "playwright-core"
import { expect } from "vitest"
import { foreignHost } from "./untrusted-corpus.ts"

/** Rings when a text of strangers runs as code, however it got there. */
const installCanary = `window.rung = []; window.canary = (...given) => void window.rung.push(String(given))`

/** Everything in the document that runs, loads or leads where a text of strangers wants it to. */
const findDanger = `[...document.querySelectorAll("*")].flatMap((element) => {
  const name = element.localName
  const found = []
  const tell = (what) => found.push(name + ": " + what)
  if (["iframe", "object", "embed", "base", "frame", "applet", "marquee", "audio", "video", "picture"].includes(name)) tell("element")
  if (name === "script" && !element.src.startsWith(location.origin)) tell("script")
  if (name === "style" || (name === "meta" && element.httpEquiv)) tell("element")
  if (name === "form" && element.hasAttribute("action")) tell("action")
  for (const { name: attribute, value } of element.attributes) {
    if (attribute.startsWith("on")) tell(attribute)
    if (["src", "srcset", "poster", "data", "background", "ping", "formaction", "xlink:href", "srcdoc"].includes(attribute) && !value.startsWith("/") && !value.startsWith(location.origin)) tell(attribute + "=" + value)
    if (attribute === "style" && /url\\(|@import|expression/i.test(value)) tell("style=" + value)
  }
  if (name === "link" && !element.href.startsWith(location.origin)) tell("href=" + element.href)
  if (name === "a" && element.hasAttribute("href")) {
    if (!["http:", "https:", "mailto:"].includes(element.protocol)) tell("href=" + element.href)
    const isOurs = element.origin === location.origin
    if (!isOurs && !(element.relList.contains("noopener") && element.relList.contains("noreferrer"))) tell("rel of " + element.href)
    if (element.username || element.password) tell("password in " + element.href)
  }
  return found
})`

/** Elements whose own text turns the reading direction of what follows, or would be obeyed by a terminal. */
const findControls = `[...document.body.querySelectorAll("*")]
  .filter((element) => !["SCRIPT", "TEXTAREA", "INPUT"].includes(element.tagName))
  .filter((element) => [...element.childNodes].some((node) =>
    node.nodeType === 3 && /[\\u202a-\\u202e\\u2066-\\u2069\\u001b\\u009b]/.test(node.data)))
  .map((element) => element.closest("[class]").className + " > " + element.outerHTML.slice(0, 200))`

export interface PageWatch {
  /** Nothing ran, nothing was asked for elsewhere, nobody was led away, and the page can still be used. */
  expectHarmless(): Promise<void>
}

/** To be set before the page shows anything: opens nothing itself. */
export async function watchPage(page: Page): Promise<PageWatch> {
  const seen: string[] = []
  await page.addInitScript(installCanary)
  page.on("dialog", (dialog) => {
    seen.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on("popup", (popup) => seen.push(`popup: ${popup.url()}`))
  page.on("download", (download) => seen.push(`download: ${download.url()}`))
  page.on("framenavigated", (frame) => {
    if (frame.url().includes(foreignHost) || frame !== page.mainFrame()) seen.push(`frame: ${frame.url()}`)
  })
  return {
    async expectHarmless() {
      expect(await page.evaluate(findDanger)).toEqual([])
      expect(await page.evaluate(findControls)).toEqual([])
      expect(await page.evaluate("window.rung")).toEqual([])
      expect(seen).toEqual([])
    },
  }
}
