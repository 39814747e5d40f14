import { presetDescriptions, presetNames, presets } from "../../core/formats/index.ts"
import { command, writeJson } from "../command.ts"
import { printableLine } from "../printable.ts"
import { wrapText } from "../text-layout.ts"

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
      if (options.json) return writeJson(terminal, { formats })
      const width = Math.min(terminal.width(), 100)
      for (const { name, rounds, seats, about } of formats) {
        const who = seats.length > 0 ? `; seats: ${seats.join(", ")}` : ""
        terminal.write(`${name}\n${wrapText(`${about}\nup to ${rounds} rounds${who}`, width, "  ")}`)
      }
    },
  }),

  command({
    name: "tables",
    group: "Discussing",
    about: "list the tables that --table can name",
    details: ["Those that come with Conclave, and those of the folder `tables` beside the configuration."],
    async run({ options, terminal, host }) {
      const tables = await host.tables()
      if (options.json) return writeJson(terminal, { tables })
      const width = Math.min(terminal.width(), 100)
      for (const { name, description, problem } of tables) {
        terminal.write(`${name}\n${wrapText(printableLine(problem ?? description ?? ""), width, "  ")}`)
      }
    },
  }),
]
