import { command, writeJson } from "../command.ts"
import { completionScripts } from "../write-completions.ts"

export const commands = [
  command({
    name: "completions",
    group: "Running it",
    about: "print completions for a shell",
    arguments: [{ name: "shell", about: "which one", choices: Object.keys(completionScripts) }],
    details: [
      "They complete commands, options, their values, discussions, tables and models, by asking `conclave` itself.",
    ],
    examples: [
      "conclave completions bash > ~/.local/share/bash-completion/completions/conclave",
      "conclave completions zsh > ~/.zfunc/_conclave",
      "conclave completions fish > ~/.config/fish/completions/conclave.fish",
    ],
    async run({ args, options, terminal }) {
      const shell = args[0] as keyof typeof completionScripts
      const script = completionScripts[shell]
      if (options.json) writeJson(terminal, { shell, script })
      else terminal.write(script)
    },
  }),
]
