import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { Marked } from "marked"
import { type DocPage, renderMarkdown } from "./render-markdown.ts"

/** Builds the documentation as a self-contained site: one page per Markdown file, and a search index. */

interface Group {
  readonly title: string
  readonly pattern: string
}

const groups: readonly Group[] = [
  { title: "Start", pattern: "{README,docs/architecture,docs/glossary,docs/cli,docs/support}.md" },
  { title: "Guides", pattern: "docs/guides/*.md" },
  { title: "Coming from", pattern: "docs/coming-from.md" },
  { title: "Reference", pattern: "docs/reference/*.md" },
  { title: "Project", pattern: "{CHANGELOG,CONTRIBUTING,SECURITY,CODE_OF_CONDUCT,docs/releasing}.md" },
  { title: "Decisions", pattern: "docs/adr/*.md" },
]

const root = join(import.meta.dirname, "../..")

export function buildDocs(folder: string): void {
  const files = groups.map(({ title, pattern }) => ({ title, files: globSync(pattern, { cwd: root }).sort() }))
  const known = new Map(files.flatMap((group) => group.files.map((file) => [file, addressOf(file)])))
  const pages = new Map(
    [...known].map(([file, address]): [string, DocPage] => {
      const text = readFileSync(join(root, file), "utf8")
      return [file, renderMarkdown(new Marked(), text, (target) => resolveLink(file, address, target, known))]
    }),
  )
  for (const [file, page] of pages) {
    const address = known.get(file)!
    const up = relative(dirname(address), ".") || "."
    const items = files
      .filter((group) => group.files.length > 0)
      .map((group) => {
        const links = group.files.map((other) => {
          const current = other === file ? ' aria-current="page"' : ""
          return `<li><a href="${up}/${known.get(other)}"${current}>${pages.get(other)!.titleHtml}</a></li>`
        })
        return `<details${group.files.includes(file) || group.title !== "Decisions" ? " open" : ""}><summary>${group.title}</summary><ul>${links.join("")}</ul></details>`
      })
    write(folder, address, writeHtml(page, up, items.join("\n")))
  }
  for (const name of ["docs.css", "search.js"]) cpSync(join(import.meta.dirname, name), join(folder, name))
  const pictures = new Set([...pages.values()].flatMap(({ html }) => html.match(/screenshots\/[\w.-]+/g) ?? []))
  for (const picture of pictures) cpSync(join(root, "docs", picture), join(folder, picture))
  const index = [...pages].flatMap(([file, page]) =>
    page.sections.map(({ id, title, text }) => ({
      url: `${known.get(file)}${id ? `#${id}` : ""}`,
      title: title === page.title ? title : `${page.title}: ${title}`,
      text,
    })),
  )
  write(folder, "search.json", JSON.stringify(index))
}

/** `README.md` is the start page; files in docs keep their paths. */
function addressOf(file: string): string {
  if (file === "README.md") return "index.html"
  return file
    .replace(/^docs\//, "")
    .replace(/README\.md$/, "index.md")
    .replace(/\.md$/, ".html")
}

/** The address of a link on the site; undefined for files that are only in the repository. */
function resolveLink(
  file: string,
  address: string,
  target: string,
  known: ReadonlyMap<string, string>,
): string | undefined {
  if (/^(?:[a-z]+:|#)/i.test(target)) return target
  const [path = "", anchor] = target.split("#")
  const named = join(dirname(file), path)
  const page = known.get(named) ?? (named.startsWith("docs/screenshots/") ? named.slice("docs/".length) : undefined)
  if (page === undefined) return undefined
  return `${relative(dirname(address), page)}${anchor ? `#${anchor}` : ""}`
}

/** The start page has the product's name as its title. */
function writeTitle(titleHtml: string): string {
  const title = titleHtml.replace(/<[^>]+>/g, "")
  return title === "Conclave" ? "Conclave documentation" : `${title} · Conclave`
}

function writeHtml({ titleHtml, html }: DocPage, up: string, navigation: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${writeTitle(titleHtml)}</title>
<link rel="stylesheet" href="${up}/docs.css">
<script type="module" src="${up}/search.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="home" href="${up}/index.html">Conclave</a>
<search data-index="${up}/search.json"><label>Search <input type="search" autocomplete="off"></label><ul hidden></ul></search>
<nav aria-label="This server"><a href="/docs">API reference</a> <a href="/">The page</a></nav>
</header>
<div class="columns">
<nav aria-label="Documentation">
${navigation}
</nav>
<main id="content">
${html}
</main>
</div>
</body>
</html>
`
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}
