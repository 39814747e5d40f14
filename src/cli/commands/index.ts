import type { Command } from "../command.ts"

interface CommandFile {
  readonly commands: readonly Command[]
}

/** Every command in the order in which help shows them, with the file that it is in: none pays for what another needs. */
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
  mcp: () => import("./mcp.ts"),
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

/** The commands that may be meant; all of them where no word is a command's, as in a call for help. */
export async function loadCommands(words: readonly string[] = []): Promise<readonly Command[]> {
  const isFirst = (name: string, word: string) => name.split(" ", 1)[0] === word
  const isCommand = (word: string) => commandNames.some((name) => isFirst(name, word))
  // After a flag it may be the flag's value; what follows a command is none.
  const place = words.findIndex((word, index) => isCommand(word) && !words[index - 1]?.startsWith("-"))
  const possible = place < 0 ? words : words.slice(0, place + 1)
  const meant = commandNames.filter((name) => possible.some((word) => isFirst(name, word)))
  return Promise.all((meant.length > 0 && !words.includes("help") ? meant : commandNames).map(load))
}

async function load(name: string): Promise<Command> {
  const { commands } = await files[name]!()
  return commands.find((command) => command.name === name)!
}
