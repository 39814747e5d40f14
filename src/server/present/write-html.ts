import { html } from "hono/html"
import { lexer, type Token, type Tokens } from "marked"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { writeMarkdown } from "../../core/reporting/write-markdown.ts"
import { type Html, htmlPage } from "./html-page.ts"

/** The Markdown export as a self-contained page. HTML inside it is shown as text, images as their alt text. */
export function writeHtml(state: DiscussionState): Html {
  return htmlPage(state.table.topic, lexer(writeMarkdown(state)).map(block), state.table.language)
}

type Any = Tokens.Generic

function block(token: Token): Html {
  const { type, text = "", tokens = [] } = token as Any
  switch (type) {
    case "heading": {
      const { depth } = token as Tokens.Heading
      const inside = tokens.map(inline)
      if (depth === 1) return html`<h1>${inside}</h1>`
      if (depth === 2) return html`<h2>${inside}</h2>`
      return depth === 3 ? html`<h3>${inside}</h3>` : html`<h4>${inside}</h4>`
    }
    case "paragraph":
      return html`<p>${tokens.map(inline)}</p>`
    case "code":
      return html`<pre><code>${text}</code></pre>`
    case "blockquote":
      return html`<blockquote>${tokens.map(block)}</blockquote>`
    case "list": {
      const { ordered, start, items } = token as Tokens.List
      const rows = items.map(({ tokens: inner }) => html`<li>${inner.map(block)}</li>`)
      return ordered ? html`<ol start="${start || 1}">${rows}</ol>` : html`<ul>${rows}</ul>`
    }
    case "table": {
      const { header, rows } = token as Tokens.Table
      const head = header.map((cell) => html`<th>${cell.tokens.map(inline)}</th>`)
      const body = rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell.tokens.map(inline)}</td>`)}</tr>`)
      return html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`
    }
    case "hr":
      return html`<hr>`
    case "space":
    case "def":
      return html``
    case "text":
      return html`${tokens.length > 0 ? tokens.map(inline) : decoded(text)}`
    default:
      return inline(token)
  }
}

function inline(token: Token): Html {
  const { type, text = "", raw, tokens = [] } = token as Any
  switch (type) {
    case "strong":
      return html`<strong>${tokens.map(inline)}</strong>`
    case "em":
      return html`<em>${tokens.map(inline)}</em>`
    case "del":
      return html`<del>${tokens.map(inline)}</del>`
    case "codespan":
      return html`<code>${decoded(text)}</code>`
    case "br":
      return html`<br>`
    case "link": {
      const { href } = token as Tokens.Link
      const inside = tokens.map(inline)
      return /^https?:\/\//i.test(href)
        ? html`<a href="${href}" rel="nofollow noopener noreferrer">${inside}</a>`
        : html`${inside}`
    }
    case "image":
    case "escape":
      return html`${decoded(text)}`
    case "text":
      return html`${tokens.length > 0 ? tokens.map(inline) : decoded(text)}`
    default:
      return html`${raw}`
  }
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'" }

/** `marked` returns escaped text, and `html` escapes it again. */
function decoded(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => entities[name]!)
}
