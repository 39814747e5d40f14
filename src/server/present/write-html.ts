import type { DiscussionState } from "../../core/discussion/state.ts"
import { writeMarkdown } from "../../core/reporting/write-markdown.ts"
import { type Html, htmlPage } from "./html-page.ts"
import { markdownHtml } from "./markdown-html.ts"

/** The whole record as one page to keep or to print: the Markdown one, rendered. */
export function writeHtml(state: DiscussionState): Html {
  return htmlPage(state.table.topic, markdownHtml(writeMarkdown(state)), state.table.language)
}
