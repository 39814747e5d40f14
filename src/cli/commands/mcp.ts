import { command, groups } from "../command.ts"

export const commands = [
  command({
    name: "mcp",
    group: groups.setup,
    about: "serve the Model Context Protocol over standard input and output",
    details: [
      "For clients that start MCP servers themselves, such as coding agents. It uses the data folder of the current directory, which a running server may use at the same time. A running server offers the same at /mcp.",
    ],
    async run({ host }) {
      await host.serveMcp()
    },
  }),
]
