import type { Status } from "../../core/discussion/state.ts"
import type { DiscussionList, DiscussionSummary } from "../../ports/discussion-list.ts"
import { type Invocation, writeJson } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { printableLine } from "../printable.ts"
import { tableText } from "../table-text.ts"

export interface ListOptions {
  readonly status?: Status
  readonly format?: string
  readonly query?: string
  readonly limit?: number
  readonly cursor?: string
}

/** Writes one page of a list. Gives the exit code. */
export async function showList(
  { options, terminal }: Pick<Invocation<ListOptions>, "options" | "terminal">,
  discussions: DiscussionList,
): Promise<number> {
  const { status, format, query: q, limit = 20, cursor } = options
  const page = await discussions.list({ limit, status, format, q, cursor })
  if (options.json) writeJson(terminal, page)
  else {
    terminal.write(listText(page.discussions, terminal.width()))
    if (page.next !== null) terminal.note(`There are more: conclave list --cursor ${page.next}\n`)
    if (page.discussions.length === 0) terminal.note('There are none. Begin one: conclave discuss "…"\n')
  }
  return exitCodes.agreed
}

export function listText(discussions: readonly DiscussionSummary[], width: number): string {
  return tableText(
    discussions.map(({ id, createdAt, format, status, topic }) => [
      id.slice(0, 8),
      createdAt.slice(0, 16).replace("T", " "),
      printableLine(format),
      status,
      printableLine(topic),
    ]),
    width,
  )
}
