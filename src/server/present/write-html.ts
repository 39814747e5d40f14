import { html, raw } from "hono/html"
import { Marked } from "marked"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { writeMarkdown } from "../../core/reporting/write-markdown.ts"
import { type Html, htmlPage } from "./html-page.ts"

/** HTML is shown as text, and images as their alt text. Only links to web pages are links. */
const marked = new Marked({
  walkTokens(token) {
    // Text after a tag like <script> counts as escaped, which it is not.
    if (token.type === "text") token.escaped = false
  },
  renderer: {
    html: ({ text }) => escaped(text),
    image: ({ text }) => escaped(text),
    link({ href, tokens }) {
      const label = this.parser.parseInline(tokens)
      if (!/^https?:\/\//i.test(href)) return label
      return `<a href="${escaped(href)}" rel="nofollow noopener noreferrer">${label}</a>`
    },
  },
})

/** The Markdown export as a self-contained page. */
export function writeHtml(state: DiscussionState): Html {
  const { topic, language } = state.table
  return htmlPage(topic, raw(markdownToHtml(writeMarkdown(state))), language)
}

export function markdownToHtml(markdown: string): string {
  return marked.parse(markdown, { async: false })
}

function escaped(text: string): string {
  return String(html`${text}`)
}
