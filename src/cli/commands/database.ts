import { constants, createReadStream, createWriteStream } from "node:fs"
import { access, rm, stat } from "node:fs/promises"
import { invalidField } from "../../core/errors.ts"
import { command, groups, writeJson } from "../command.ts"
import { fileProblems } from "../text-files.ts"

export const commands = [
  command({
    name: "backup",
    group: groups.setup,
    about: "back up everything",
    arguments: [{ name: "file", about: "a new file; `-` is standard output" }],
    async run({ args, options, terminal, host }) {
      const file = args[0]!
      if (file === "-") return host.database.backup(process.stdout)
      // Never overwrites an older backup: a failure would leave neither.
      const target = createWriteStream(file, { flags: "wx", mode: 0o600 })
      await new Promise((resolve, reject) => target.once("open", resolve).once("error", reject))
      await host.database.backup(target).catch(async (error) => {
        await rm(file, { force: true })
        throw error
      })
      const { size } = await stat(file)
      if (options.json) writeJson(terminal, { file, bytes: size })
      else terminal.note(`backup written to ${file}, ${size.toLocaleString("en")} bytes\n`)
    },
  }),

  command({
    name: "restore",
    group: groups.setup,
    about: "restore a backup into an empty database",
    arguments: [{ name: "file", about: "a file from `conclave backup`" }],
    async run({ args, options, terminal, host }) {
      const file = args[0]!
      await access(file, constants.R_OK)
      if ((await stat(file)).isDirectory()) throw invalidField(file, fileProblems.EISDIR!)
      const { rows, unfinished } = await host.database.restore(createReadStream(file))
      if (options.json) return writeJson(terminal, { rows, unfinished })
      terminal.note(`${rows.toLocaleString("en")} rows restored\n`)
      for (const { discussionId } of unfinished)
        terminal.note(`unfinished; continue with: conclave resume ${discussionId}\n`)
    },
  }),

  command<{ readonly days?: number; readonly dryRun?: true; readonly yes?: true }>({
    name: "prune",
    group: groups.setup,
    about: "delete old finished discussions",
    options: [
      {
        flags: "--days <number>",
        about: "delete those without activity for this many days; required",
        valueType: "number",
      },
      { flags: "--dry-run", about: "only count them" },
      { flags: "-y, --yes", about: "confirm --days 0, which deletes all finished discussions" },
    ],
    async run({ options, terminal, host }) {
      const { days } = options
      if (days === undefined || days < 0) {
        throw invalidField("--days", "is required, and must not be negative, such as --days 365")
      }
      if (days < 1 && !options.yes && !options.dryRun) {
        const message =
          "deletes all finished discussions, including today's; confirm with --yes, or count them with --dry-run"
        throw invalidField("--days", message)
      }
      const dryRun = options.dryRun === true
      const found = await host.withStorage(({ maintenance }) => maintenance.prune({ olderThanDays: days, dryRun }))
      if (options.json) writeJson(terminal, options.dryRun ? { wouldDelete: found } : { deleted: found })
      else
        terminal.note(`${options.dryRun ? "would delete" : "deleted"} ${found} discussion${found === 1 ? "" : "s"}\n`)
    },
  }),
]
