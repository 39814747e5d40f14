import { createWriteStream } from "node:fs"
import { rm, stat } from "node:fs/promises"
import { writeJson } from "../../cli/command.ts"
import { exitCodes } from "../../cli/exit-codes.ts"
import { backup } from "../../stores/postgres/maintenance/backup.ts"
import type { ContextCommandHandler } from "./command-context.ts"
import { withDatabase } from "./with-database.ts"

export const backupCommand: ContextCommandHandler = async (context) => {
  const { args, options, terminal } = context
  const file = args[0]!
  await withDatabase(context, async (database) => {
    if (file === "-") return backup(database, process.stdout)
    // An older backup is not written over: a failure would leave neither.
    const target = createWriteStream(file, { flags: "wx", mode: 0o600 })
    await new Promise((resolve, reject) => target.once("open", resolve).once("error", reject))
    await backup(database, target).catch(async (error) => {
      await rm(file, { force: true })
      throw error
    })
  })
  if (file === "-") return exitCodes.success
  const { size } = await stat(file)
  if (options.json) writeJson(terminal, { file, bytes: size })
  else terminal.note(`${file} has ${size.toLocaleString("en")} bytes\n`)
  return exitCodes.success
}
