import { writeFile } from "node:fs/promises"
import { isOver } from "../../core/public/view.ts"
import { discussionOperations } from "../../operations/discussions.ts"
import type { ExportFormat } from "../client.ts"
import { command, groups, writeJson } from "../command.ts"
import { discussionIdArgument, withDiscussion } from "../common-options.ts"
import { showEvents } from "../discussion-screen.ts"
import { commandOf, optionsOf } from "../operation-options.ts"
import { printable } from "../printable.ts"
import { exportFormatOf, reportOutcome } from "../report-outcome.ts"
import { resumeCommand, waitingText, watchDiscussion } from "../watch-discussion.ts"

interface ExportOptions {
  readonly as?: ExportFormat
  readonly out?: string
}

export const commands = [
  command<{ readonly watch?: true }>({
    group: groups.history,
    ...commandOf(
      discussionOperations.getDiscussion,
      "With --json and --watch, prints its events as JSON lines until it ends.",
    ),
    arguments: [discussionIdArgument],
    options: [{ flags: "--watch", about: "keep watching until it ends" }],
    examples: ["conclave show 0b6f3c1e --watch"],
    run: (context) =>
      withDiscussion(context, context.options.watch ? "steer" : "read", async (client, id) => {
        const { options, terminal, now } = context
        const discussion = await client.discussion(id)
        if (options.watch && (isOver(discussion.status) || (await client.hasWorkers()))) {
          const outputMode = options.json ? "lines" : "live"
          const ended = await watchDiscussion({ client, terminal, id, outputMode, readOnly: true, now })
          return reportOutcome(client, terminal, ended, options.json ? { json: true } : {})
        }
        if (options.json) return writeJson(terminal, { discussion })
        showEvents(await client.events(id), terminal)
        const { status } = discussion
        if (status === "waiting") terminal.note(waitingText(discussion))
        else if (!isOver(status)) {
          const isRun = status !== "paused" && (await client.hasWorkers())
          const watch = `watch it with: conclave show ${id.slice(0, 8)} --watch`
          terminal.note(`It is ${status}; ${isRun ? watch : `continue with: ${resumeCommand(id)}`}\n`)
        }
      }),
  }),

  command<ExportOptions>({
    group: groups.history,
    ...commandOf(discussionOperations.exportDiscussion),
    arguments: [discussionIdArgument],
    options: [
      ...optionsOf(discussionOperations.exportDiscussion.input.shape, {
        as: { flags: "--as <form>", defaultText: "by the file's extension, else md" },
      }),
      { flags: "-o, --out <file>", about: "file to write to", defaultText: "standard output" },
    ],
    examples: [
      "conclave export 0b6f3c1e --as html --out record.html",
      "conclave export 0b6f3c1e --as adr --out 0042-heating.md",
    ],
    run: (context) =>
      withDiscussion(context, "read", async (client, id) => {
        const { options, terminal } = context
        const form = options.as ?? (options.json ? "json" : exportFormatOf(options.out ?? ""))
        const record = await client.export(id, form)
        // Sanitized for a terminal, unchanged for a file or pipe.
        if (options.out === undefined) return terminal.write(terminal.live ? printable(record) : record)
        await writeFile(options.out, record)
        if (options.json) writeJson(terminal, { id, form, file: options.out })
        else terminal.note(`record written to ${options.out}\n`)
      }),
  }),
]
