import type { Marked, Tokens } from "marked"

export interface DocPage {
  readonly title: string
  readonly titleHtml: string
  readonly html: string
  /** The text under each heading, for the search. */
  readonly sections: readonly { readonly id: string; readonly title: string; readonly text: string }[]
}

/** Renders our own Markdown as HTML. `resolve` returns a link's address; if it is undefined, only the text remains. */
export function renderMarkdown(
  marked: Marked,
  markdown: string,
  resolve: (target: string) => string | undefined,
): DocPage {
  const sections: { id: string; title: string; text: string }[] = []
  const ids = new Map<string, number>()
  let titleHtml = ""
  marked.use({
    renderer: {
      heading(token: Tokens.Heading): string {
        const title = plainText(token.text)
        const html = this.parser.parseInline(token.tokens)
        const id = uniqueId(title, ids)
        if (token.depth === 1 && titleHtml === "") titleHtml = html.replace(/<\/?a[^>]*>/g, "")
        sections.push({ id: token.depth === 1 ? "" : id, title, text: "" })
        return `<h${token.depth} id="${id}">${html}</h${token.depth}>\n`
      },
      link(token: Tokens.Link): string {
        const words = this.parser.parseInline(token.tokens)
        const target = resolve(token.href)
        return target === undefined ? words : `<a href="${escapeHtml(target)}">${words}</a>`
      },
      image({ href, text }: Tokens.Image): string {
        const target = resolve(href)
        return target === undefined ? escapeHtml(text) : `<img src="${escapeHtml(target)}" alt="${escapeHtml(text)}">`
      },
      code({ text, lang }: Tokens.Code): string {
        const language = lang ? ` class="language-${escapeHtml(lang)}"` : ""
        return `<pre tabindex="0"><code${language}>${escapeHtml(text)}</code></pre>\n`
      },
      table(token: Tokens.Table): string {
        const row = (cells: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("")}</tr>`
        const body = token.rows.map((cells) => row(cells, "td")).join("\n")
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead>${row(token.header, "th")}</thead><tbody>${body}</tbody></table></div>\n`
      },
      html: ({ text }: { readonly text: string }) => escapeHtml(text),
    },
  })
  const html = renderInOrder(marked, markdown, sections)
  return { title: sections[0]?.title ?? "", titleHtml, html, sections }
}

/** Renders block by block, so that each block's text is added to the section of the last heading. */
function renderInOrder(marked: Marked, markdown: string, sections: { text: string }[]): string {
  const tokens = marked.lexer(markdown)
  let html = ""
  for (const token of tokens) {
    const links = Object.assign([token], { links: tokens.links })
    html += marked.parser(links)
    const section = sections.at(-1)
    if (section && token.type !== "heading") section.text += ` ${plainText(token.raw)}`
  }
  for (const section of sections) section.text = section.text.replace(/\s+/g, " ").trim().slice(0, 2_000)
  return html
}

/** The same ids as on common repository hosts, so that links work in both places. */
function uniqueId(title: string, ids: Map<string, number>): string {
  const id = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-")
  const count = ids.get(id) ?? 0
  ids.set(id, count + 1)
  return count === 0 ? id : `${id}-${count}`
}

function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*|#>]/g, "")
    .replace(/-{3,}/g, "")
    .replace(/\s+/g, " ")
    .trim()
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
}
