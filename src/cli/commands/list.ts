import type { Status } from "../../core/discussion/state.ts"
import { listOperations } from "../../operations/discussion-list.ts"
import type { DiscussionSummary } from "../../ports/discussion-list.ts"
import { command, groups, withList, writeJson } from "../command.ts"
import { commandOf, optionsOf } from "../operation-options.ts"
import { printableLine } from "../printable.ts"
import { tableText } from "../text-layout.ts"

interface Options {
  readonly status?: Status
  readonly format?: string
  readonly query?: string
  readonly session?: string
  readonly limit?: number
  readonly cursor?: string
}

const { listDiscussions } = listOperations

export const commands = [
  command<Options>({
    ...commandOf(listDiscussions),
    group: groups.history,
    options: optionsOf(listDiscussions.input.shape, {
      status: "--status <status>",
      format: { flags: "--format <name>", values: "tables" },
      q: "-q, --query <words>",
      sessionId: "--session <id>",
      limit: "-n, --limit <number>",
      cursor: "--cursor <cursor>",
    }),
    examples: ["conclave list --status running", "conclave list --query database --json"],
    run: (context) =>
      withList(context, async (client) => {
        const { options, terminal } = context
        const { status, format, query: q, session: sessionId, limit, cursor } = options
        const page = await client.list({ limit, status, format, q, sessionId, cursor })
        if (options.json) return writeJson(terminal, page)
        terminal.write(listText(page.discussions, terminal.width()))
        if (page.next !== null) terminal.note(`Next page: conclave list --cursor ${page.next}\n`)
        const isFiltered = [status, format, q, sessionId, cursor].some((one) => one !== undefined)
        const none = isFiltered ? "No discussion matches." : 'No discussions yet. Start one: conclave discuss "…"'
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
