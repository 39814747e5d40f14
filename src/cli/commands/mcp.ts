import { command } from "../command.ts"

export const commands = [
  command({
    name: "mcp",
    group: "Running it",
    about: "serve the Model Context Protocol over standard input and output",
    details: [
      "For clients that start their servers themselves, such as coding agents. It works on the data folder of the current directory, beside any server that has it open. A running server offers the same at /mcp.",
    ],
    async run({ host }) {
      await host.serveMcp()
    },
  }),
]
