import { writeFile } from "node:fs/promises"
import type { ExportFormat } from "../client.ts"
import { type CommandHandler, withClient, writeJson } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { printable } from "../printable.ts"
import { resolveDiscussionId } from "../resolve-discussion-id.ts"
import { exportFormatOf } from "./report-outcome.ts"

interface Options {
  readonly as?: ExportFormat
  readonly out?: string
}

export const exportCommand: CommandHandler<Options> = (invocation) =>
  withClient(invocation, {}, async (client) => {
    const { args, options, terminal } = invocation
    const id = await resolveDiscussionId(client, args[0]!)
    const form = options.as ?? (options.json ? "json" : exportFormatOf(options.out ?? ""))
    const record = await client.export(id, form)
    if (options.out === undefined) {
      // A terminal is given what it can show; a file or pipe what there is.
      terminal.write(terminal.live ? printable(record) : record)
      return exitCodes.success
    }
    await writeFile(options.out, record)
    if (options.json) writeJson(terminal, { id, form, file: options.out })
    else terminal.note(`the record is in ${options.out}\n`)
    return exitCodes.success
  })
