import type { Page } from "playwright-core"
import { expect } from "vitest"
import { foreignHost } from "./untrusted-corpus.ts"

/** Records every time untrusted text runs as code. */
const installCanary = `window.canaryCalls = []; window.canary = (...given) => void window.canaryCalls.push(String(given))`

/** Finds everything in the document through which untrusted text could run, load or navigate. */
const findDanger = `[...document.querySelectorAll("*")].flatMap((element) => {
  const name = element.localName
  const found = []
  const report = (what) => found.push(name + ": " + what)
  if (["iframe", "object", "embed", "base", "frame", "applet", "marquee", "audio", "video", "picture"].includes(name)) report("element")
  if (name === "script" && !element.src.startsWith(location.origin)) report("script")
  if (name === "style" || (name === "meta" && element.httpEquiv)) report("element")
  if (name === "form" && element.hasAttribute("action")) report("action")
  for (const { name: attribute, value } of element.attributes) {
    if (attribute.startsWith("on")) report(attribute)
    if (["src", "srcset", "poster", "data", "background", "ping", "formaction", "xlink:href", "srcdoc"].includes(attribute) && !value.startsWith("/") && !value.startsWith(location.origin)) report(attribute + "=" + value)
    if (attribute === "style" && /url\\(|@import|expression/i.test(value)) report("style=" + value)
  }
  if (name === "link" && !element.href.startsWith(location.origin)) report("href=" + element.href)
  if (name === "a" && element.hasAttribute("href")) {
    if (!["http:", "https:", "mailto:"].includes(element.protocol)) report("href=" + element.href)
    const isOurs = element.origin === location.origin
    if (!isOurs && !(element.relList.contains("noopener") && element.relList.contains("noreferrer"))) report("rel of " + element.href)
    if (element.username || element.password) report("password in " + element.href)
  }
  return found
})`

/** Finds elements whose text has bidirectional overrides or terminal control characters. */
const findControls = `[...document.body.querySelectorAll("*")]
  .filter((element) => !["SCRIPT", "TEXTAREA", "INPUT"].includes(element.tagName))
  .filter((element) => [...element.childNodes].some((node) =>
    node.nodeType === 3 && /[\\u202a-\\u202e\\u2066-\\u2069\\u001b\\u009b]/.test(node.data)))
  .map((element) => element.closest("[class]").className + " > " + element.outerHTML.slice(0, 200))`

export interface PageWatch {
  /** Expects that nothing ran, loaded, navigated or opened a dialog. */
  expectHarmless(): Promise<void>
}

/** Must be called before the page navigates. */
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
      expect(await page.evaluate("window.canaryCalls")).toEqual([])
      expect(seen).toEqual([])
    },
  }
}
