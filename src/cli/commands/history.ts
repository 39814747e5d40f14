import { invalidField } from "../../core/errors.ts"
import { listOperations } from "../../operations/discussion-list.ts"
import { discussionOperations } from "../../operations/discussions.ts"
import type { SearchHit } from "../../ports/discussion-list.ts"
import { command, groups, withList, writeJson } from "../command.ts"
import { discussionIdArgument, withDiscussion } from "../common-options.ts"
import { exitCodes } from "../exit-codes.ts"
import { commandOf, optionsOf } from "../operation-options.ts"
import { printableLine } from "../printable.ts"
import { confirm } from "../terminal.ts"
import { wrapText } from "../text-layout.ts"

export const commands = [
  command<{ readonly limit?: number }>({
    name: "search",
    group: groups.history,
    about: "search titles, topics, turns and outcomes",
    arguments: [{ name: "words", about: "all of them must occur", words: true }],
    options: optionsOf(listOperations.listDiscussions.input.shape, { limit: "-n, --limit <number>" }),
    examples: ["conclave search release names"],
    run: (context) =>
      withList(context, async (client) => {
        const { args, options, terminal } = context
        const page = await client.list({ q: args[0]!, limit: options.limit })
        if (options.json) return writeJson(terminal, page)
        for (const { id, createdAt, title, topic, hit } of page.discussions) {
          terminal.write(`${id.slice(0, 8)}  ${createdAt.slice(0, 10)}  ${printableLine(title ?? topic)}\n`)
          if (hit) terminal.write(wrapText(printableLine(hitText(hit)), Math.min(terminal.width(), 100), "          "))
        }
        if (page.discussions.length === 0) terminal.note("No discussion matches.\n")
        if (page.next !== null) terminal.note("There are more; raise the limit with -n, or add a word.\n")
      }),
  }),

  command({
    name: "rename",
    group: groups.history,
    about: "give a discussion a title",
    details: ["Without a title, removes it; lists then show the topic."],
    arguments: [discussionIdArgument, { name: "title", about: "its new title", optional: true, words: true }],
    examples: ["conclave rename 0b6f3c1e How we name releases"],
    run: (context) =>
      withDiscussion(context, "steer", async (client, id) => {
        const { args, options, terminal } = context
        const title = args[1] ?? null
        await client.rename(id, title)
        if (options.json) return writeJson(terminal, { id, title })
        terminal.note(
          `${title === null ? `title of ${id.slice(0, 8)} removed` : `${id.slice(0, 8)} is now "${printableLine(title)}"`}\n`,
        )
      }),
  }),

  command<{ readonly yes?: true }>({
    ...commandOf(discussionOperations.deleteDiscussion),
    group: groups.history,
    arguments: [discussionIdArgument],
    options: [{ flags: "-y, --yes", about: "do not ask for confirmation" }],
    run: (context) =>
      withDiscussion(context, "steer", async (client, id) => {
        const { options, terminal } = context
        const { topic } = await client.discussion(id)
        if (!options.yes) {
          if (!terminal.interactive) throw invalidField("--yes", "is required if the terminal is not interactive")
          const question = `Delete "${printableLine(topic).slice(0, 60)}" permanently?`
          if (!(await confirm(terminal, question))) return exitCodes.aborted
        }
        await client.delete(id)
        if (options.json) return writeJson(terminal, { deleted: id })
        terminal.note(`deleted ${id.slice(0, 8)}\n`)
      }),
  }),
]

function hitText({ excerpt, cutBefore, cutAfter }: SearchHit): string {
  return `${cutBefore ? "…" : ""}${excerpt}${cutAfter ? "…" : ""}`
}
