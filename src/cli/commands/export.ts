import { writeFile } from "node:fs/promises"
import { type CommandRun, withDoors, writeJson } from "../command.ts"
import type { ExportForm } from "../doors.ts"
import { exitCodes } from "../exit-codes.ts"
import { findDiscussion } from "../find-discussion.ts"
import { printable } from "../printable.ts"
import { formOf } from "./report-end.ts"

interface Options {
  readonly as?: ExportForm
  readonly out?: string
}

export const exportRecord: CommandRun<Options> = (invocation) =>
  withDoors(invocation, {}, async (doors) => {
    const { args, options, terminal } = invocation
    const id = await findDiscussion(doors, args[0]!)
    const form = options.as ?? (options.json ? "json" : formOf(options.out ?? ""))
    const record = await doors.export(id, form)
    if (options.out === undefined) {
      // A terminal is given what it can show; a file or pipe what there is.
      terminal.write(terminal.live ? printable(record) : record)
      return exitCodes.agreed
    }
    await writeFile(options.out, record)
    if (options.json) writeJson(terminal, { id, form, file: options.out })
    else terminal.note(`the record is in ${options.out}\n`)
    return exitCodes.agreed
  })
