import { createWriteStream } from "node:fs"
import { rm, stat } from "node:fs/promises"
import { writeJson } from "../../cli/command.ts"
import { exitCodes } from "../../cli/exit-codes.ts"
import { writeBackup } from "../../stores/backup/backup-file.ts"
import type { ContextRun } from "./command-context.ts"
import { withStorage } from "./with-storage.ts"

export const backupCommand: ContextRun = async (context) => {
  const { args, options, terminal } = context
  const file = args[0]!
  await withStorage(context, async ({ maintenance }) => {
    if (file === "-") return writeBackup(maintenance, process.stdout)
    // An older backup is not written over: a failure would leave neither.
    const target = createWriteStream(file, { flags: "wx", mode: 0o600 })
    await new Promise((resolve, reject) => target.once("open", resolve).once("error", reject))
    await writeBackup(maintenance, target).catch(async (error) => {
      await rm(file, { force: true })
      throw error
    })
  })
  if (file === "-") return exitCodes.agreed
  const { size } = await stat(file)
  if (options.json) writeJson(terminal, { file, bytes: size })
  else terminal.note(`${file} has ${size.toLocaleString("en")} bytes\n`)
  return exitCodes.agreed
}
