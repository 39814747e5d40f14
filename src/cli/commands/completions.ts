import { command, writeJson } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { type Shell, shells, writeCompletions } from "../write-completions.ts"

export const commands = [
  command({
    name: "completions",
    group: "Running it",
    about: "print completions for a shell",
    arguments: [{ name: "shell", about: "which one", choices: shells }],
    examples: ["conclave completions bash > ~/.local/share/bash-completion/completions/conclave"],
    async run({ args, options, terminal, allCommands }) {
      const shell = args[0] as Shell
      const script = writeCompletions(shell, await allCommands())
      if (options.json) writeJson(terminal, { shell, script })
      else terminal.write(script)
      return exitCodes.success
    },
  }),
]
