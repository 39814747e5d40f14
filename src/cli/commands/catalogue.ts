import { presetDescriptions, presetNames, presets } from "../../core/formats/index.ts"
import { command, groups, writeJson } from "../command.ts"
import { printableLine } from "../printable.ts"
import { wrapText } from "../text-layout.ts"

export const commands = [
  command({
    name: "formats",
    group: groups.discuss,
    about: "list the formats",
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
    group: groups.discuss,
    about: "list the tables for --table",
    details: ["The built-in tables, and your own in the folder `tables` next to the configuration."],
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
