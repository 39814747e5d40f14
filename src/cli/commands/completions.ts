import { command, groups, writeJson } from "../command.ts"
import { completionRequest } from "../common-options.ts"

/** Scripts that pass the typed words to `conclave` and offer the candidates that it prints. */
const completionScripts = {
  // Bash splits words at `=` and `:`, so they are joined first, and the joined part is cut from the candidates.
  bash: `# bash completion for conclave
_conclave() {
  local words=() before="" word line index
  for ((index = 1; index <= COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    if [[ \${#words[@]} -gt 0 && ( "$word" =~ ^[=:]+$ || "$before" =~ ^[=:]+$ ) ]]; then
      words[\${#words[@]}-1]+="$word"
    else
      words+=("$word")
    fi
    before="$word"
  done
  local current="\${words[\${#words[@]}-1]}"
  local cut="\${current%"$word"}"
  [[ "$word" =~ ^[=:]+$ ]] && cut="$current"
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ "$line" == ":files" ]]; then
      compopt -o default 2>/dev/null
      return
    fi
    line="\${line%%$'\\t'*}"
    COMPREPLY+=("\${line#"$cut"}")
  done < <(conclave ${completionRequest} "\${words[@]}" 2>/dev/null)
}
complete -F _conclave conclave
`,
  zsh: `#compdef conclave
_conclave() {
  local -a found
  local line
  for line in "\${(@f)$(conclave ${completionRequest} "\${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}"; do
    if [[ "$line" == ":files" ]]; then
      compset -P '--*='
      _files
      return
    fi
    [[ -n "$line" ]] && found+=("\${\${line%%$'\\t'*}//:/\\\\:}\${\${line#*$'\\t'}:+:\${line#*$'\\t'}}")
  done
  (( \${#found} )) && _describe conclave found
}
if [[ "\${funcstack[1]}" == _conclave ]]; then
  _conclave "$@"
else
  compdef _conclave conclave
fi
`,
  fish: `# fish completion for conclave
function __conclave_words
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l found (conclave ${completionRequest} $words[2..-1] "$current" 2>/dev/null)
  if test "$found[1]" = ":files"
    set -l typed (string match -r '^--[^=]+=' -- "$current")
    for path in (__fish_complete_path (string replace -- "$typed" "" "$current"))
      echo "$typed$path"
    end
  else if set -q found[1]
    printf '%s\\n' $found
  end
end
complete -c conclave -f -a '(__conclave_words)'
`,
}

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
