import { listOperations } from "../../operations/discussion-list.ts"
import type { DiscussionSummary } from "../../ports/discussion-list.ts"
import { command, groups, withList, writeJson } from "../command.ts"
import { commandOf, fieldsFromFlags, optionsOf } from "../operation-options.ts"
import { printableLine } from "../printable.ts"
import { tableText } from "../text-layout.ts"

const { listDiscussions } = listOperations
const filterOptions = optionsOf(listDiscussions.input.shape, {
  status: "--status <status>",
  format: { flags: "--format <name>", values: "tables" },
  q: "-q, --query <words>",
  sessionId: "--session <id>",
  limit: "-n, --limit <number>",
  cursor: "--cursor <cursor>",
})

export const commands = [
  command({
    ...commandOf(listDiscussions),
    group: groups.history,
    options: filterOptions,
    examples: ["conclave list --status running", "conclave list --query database --json"],
    run: (context) =>
      withList(context, async (client) => {
        const { options, terminal } = context
        const { limit, ...filter } = fieldsFromFlags<{ readonly limit?: number }>(filterOptions, options)
        const page = await client.list({ ...filter, limit })
        if (options.json) return writeJson(terminal, page)
        terminal.write(listText(page.discussions, terminal.width()))
        if (page.next !== null) terminal.note(`Next page: conclave list --cursor ${page.next}\n`)
        const none =
          Object.keys(filter).length > 0
            ? "No discussion matches."
            : 'No discussions yet. Start one: conclave discuss "…"'
        if (page.discussions.length === 0) terminal.note(`${none}\n`)
      }),
  }),
]

/** Removes Markdown syntax, for titles on one line. */
function stripMarkdown(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^(?:\s*(?:#{1,6}|>|[-*+]|```\w*)\s+)+/gm, "")
    .replace(/(\*{1,3}|_{1,3}|~~|`+)(?=\S)([^*_~`\n]*[^*_~`\s])\1(?!\w)/g, "$2")
}

export function listText(discussions: readonly DiscussionSummary[], width: number): string {
  const hasSessions = discussions.some(({ sessionId }) => sessionId !== null)
  if (discussions.length === 0) return ""
  const headings = ["id", ...(hasSessions ? ["session"] : []), "started (UTC)", "format", "status", "title"]
  const rows = discussions.map(({ id, sessionId, createdAt, format, status, queue, title, topic }) => [
    id.slice(0, 8),
    ...(hasSessions ? [sessionId ?? "-"] : []),
    createdAt.slice(0, 16).replace("T", " "),
    printableLine(format),
    queue ? `${status} (${queue.place})` : status,
    printableLine(stripMarkdown(title ?? topic)),
  ])
  return tableText([headings, ...rows], width)
}
