import { command, groups, writeJson } from "../command.ts"
import { completionScripts } from "../write-completions.ts"

export const commands = [
  command({
    name: "completions",
    group: groups.setup,
    about: "print a shell completion script",
    arguments: [{ name: "shell", about: "the shell", choices: Object.keys(completionScripts) }],
    details: ["Completes commands, options, values, discussions, tables and models."],
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
