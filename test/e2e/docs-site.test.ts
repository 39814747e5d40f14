import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { buildDocs } from "../../scripts/docs/build-docs.ts"

let folder: string
let files: readonly string[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "conclave-docs-"))
  buildDocs(folder)
  files = globSync("**/*.*", { cwd: folder })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const pages = () => files.filter((file) => file.endsWith(".html"))
const read = (file: string) => readFileSync(join(folder, file), "utf8")
const references = (html: string) => [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, target]) => target!)

describe("the documentation site", () => {
  test("has a page for each guide, reference and decision record", () => {
    const documents = globSync("docs/{guides,reference,adr}/*.md", { cwd: join(import.meta.dirname, "../..") })
    const expected = documents.map((file) => file.replace("docs/", "").replace("README.md", "index.md"))
    expect(pages()).toEqual(expect.arrayContaining(expected.map((file) => file.replace(/md$/, "html"))))
  })

  test("has no dead link and no dead anchor", () => {
    const dead = pages().flatMap((page) => {
      const targets = references(read(page)).filter((target) => !/^(?:https?:|mailto:|\/)/.test(target))
      return targets.filter((target) => !targetExists(page, target)).map((target) => `${page}: ${target}`)
    })
    expect(dead).toEqual([])
  })

  test("gives each page a title of its own", () => {
    const titles = pages().map((page) => /<title>(.*)<\/title>/.exec(read(page))![1]!)
    expect(titles).toContain("Conclave documentation")
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
  })

  test("loads nothing from other origins", () => {
    for (const page of pages()) {
      expect(read(page)).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="https?:/)
      expect(read(page)).not.toMatch(/<script>|<style>| style="/)
    }
  })

  test("finds each section through the search", () => {
    const index: readonly { url: string; title: string; text: string }[] = JSON.parse(read("search.json"))
    expect(index.filter(({ url }) => !targetExists("index.html", url))).toEqual([])
    const found = index.filter(({ text }) => text.toLowerCase().includes("dns rebinding"))
    expect(found.map(({ url }) => url)).toContain("guides/deploy.html#listening-on-other-addresses")
  })
})

function targetExists(page: string, target: string): boolean {
  const { pathname, hash } = new URL(target, `http://docs/${page}`)
  const file = decodeURIComponent(pathname.slice(1))
  if (!files.includes(file)) return false
  return hash === "" || read(file).includes(`id="${decodeURIComponent(hash.slice(1))}"`)
}
