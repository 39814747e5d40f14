import { command, writeJson } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { type CompletionShell, shells, writeCompletions } from "../write-completions.ts"

export const commands = [
  command({
    name: "completions",
    group: "Running it",
    about: "print completions for a shell",
    arguments: [{ name: "shell", about: "which one", choices: shells }],
    details: [
      "They complete commands, options, their values, discussions, tables and models, by asking `conclave` itself.",
    ],
    examples: [
      "conclave completions bash > ~/.local/share/bash-completion/completions/conclave",
      "conclave completions zsh > ~/.zfunc/_conclave",
      "conclave completions fish > ~/.config/fish/completions/conclave.fish",
    ],
    async run({ args, options, terminal }) {
      const shell = args[0] as CompletionShell
      const script = writeCompletions(shell)
      if (options.json) writeJson(terminal, { shell, script })
      else terminal.write(script)
      return exitCodes.success
    },
  }),
]
