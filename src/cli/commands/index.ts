import type { Command } from "../command.ts"

interface CommandFile {
  readonly commands: readonly Command[]
}

/** Every command and its file, in the order of help. Files are loaded on demand. */
const files: Readonly<Record<string, () => Promise<CommandFile>>> = {
  discuss: () => import("./discuss.ts"),
  review: () => import("./review.ts"),
  resume: () => import("./resume.ts"),
  continue: () => import("./resume.ts"),
  fork: () => import("./fork.ts"),
  replay: () => import("./replay.ts"),
  formats: () => import("./catalogue.ts"),
  tables: () => import("./catalogue.ts"),
  say: () => import("./resume.ts"),
  interrupt: () => import("./steer.ts"),
  pause: () => import("./steer.ts"),
  abort: () => import("./steer.ts"),
  join: () => import("./steer.ts"),
  leave: () => import("./steer.ts"),
  list: () => import("./list.ts"),
  show: () => import("./show.ts"),
  search: () => import("./history.ts"),
  rename: () => import("./history.ts"),
  delete: () => import("./history.ts"),
  compare: () => import("./fork.ts"),
  export: () => import("./show.ts"),
  eval: () => import("./eval.ts"),
  ask: () => import("./squad.ts"),
  answer: () => import("./squad.ts"),
  prompts: () => import("./squad.ts"),
  serve: () => import("./serve.ts"),
  open: () => import("./serve.ts"),
  worker: () => import("./serve.ts"),
  mcp: () => import("./serve.ts"),
  models: () => import("./setup.ts"),
  init: () => import("./setup.ts"),
  login: () => import("./login.ts"),
  logout: () => import("./login.ts"),
  config: () => import("./setup.ts"),
  doctor: () => import("./setup.ts"),
  backup: () => import("./database.ts"),
  restore: () => import("./database.ts"),
  prune: () => import("./database.ts"),
  "keys create": () => import("./keys.ts"),
  "keys list": () => import("./keys.ts"),
  "keys revoke": () => import("./keys.ts"),
  completions: () => import("./completions.ts"),
}

export const commandNames: readonly string[] = Object.keys(files)

/** Loads the commands that the words may name; all of them if none is named, as for help. */
export async function loadCommands(words: readonly string[] = []): Promise<readonly Command[]> {
  const isFirst = (name: string, word: string) => name.split(" ", 1)[0] === word
  const isCommand = (word: string) => commandNames.some((name) => isFirst(name, word))
  // A word after a flag may be the flag's value; words after a command are its arguments.
  const at = words.findIndex((word, index) => isCommand(word) && !words[index - 1]?.startsWith("-"))
  const possible = at < 0 ? words : words.slice(0, at + 1)
  const named = commandNames.filter((name) => possible.some((word) => isFirst(name, word)))
  return Promise.all((named.length > 0 && !words.includes("help") ? named : commandNames).map(load))
}

async function load(name: string): Promise<Command> {
  const { commands } = await files[name]!()
  return commands.find((command) => command.name === name)!
}
