import { presetDescriptions, presetNames, presets } from "../../core/formats/index.ts"
import { command, writeJson } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { printableLine } from "../printable.ts"
import { tableText } from "../text-layout.ts"

export const commands = [
  command({
    name: "formats",
    group: "Discussing",
    about: "list the formats and what each means",
    async run({ options, terminal }) {
      const formats = presetNames.map((name) => {
        const { defaultSeats, settings } = presets[name]
        const seats = defaultSeats.map((seat) => seat.name)
        return { name, rounds: settings.rounds, seats, about: presetDescriptions[name] }
      })
      if (options.json) writeJson(terminal, { formats })
      else {
        for (const { name, rounds, seats, about } of formats) {
          const who = seats.length > 0 ? `; seats: ${seats.join(", ")}` : ""
          terminal.write(`${name}\n  ${about}\n  up to ${rounds} rounds${who}\n`)
        }
      }
      return exitCodes.success
    },
  }),

  command({
    name: "tables",
    group: "Discussing",
    about: "list the tables that --table can name",
    details: ["Those that come with Conclave, and those of the folder `tables` beside the configuration."],
    async run({ options, terminal, host }) {
      const tables = await host.tables()
      if (options.json) writeJson(terminal, { tables })
      else {
        const rows = tables.map(({ name, description, problem }) => [name, printableLine(problem ?? description ?? "")])
        terminal.write(tableText(rows, terminal.width()))
      }
      return exitCodes.success
    },
  }),
]
