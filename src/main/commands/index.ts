import type { CommandHandler } from "../../cli/command.ts"
import { type CommandContext, type ContextCommandHandler, withInvocation } from "./command-context.ts"

type LoadHandler = () => Promise<ContextCommandHandler>

/** Each command is loaded when it is called: none pays for what another needs. */
export const commandHandlers: Readonly<Record<string, LoadHandler>> = {
  "": async () => handler((await import("./queen.ts")).queenCommand),
  discuss: async () => handler((await import("./discuss.ts")).discussAtTableCommand),
  resume: async () => clientHandler((await import("../../cli/commands/resume.ts")).resumeCommand),
  fork: async () => clientHandler((await import("../../cli/commands/fork.ts")).forkCommand),
  say: async () => clientHandler((await import("../../cli/commands/say.ts")).sayCommand),
  interrupt: async () => clientHandler((await import("../../cli/commands/steer.ts")).interruptCommand),
  pause: async () => clientHandler((await import("../../cli/commands/steer.ts")).pauseCommand),
  stop: async () => clientHandler((await import("../../cli/commands/steer.ts")).stopCommand),
  join: async () => clientHandler((await import("../../cli/commands/steer.ts")).joinCommand),
  leave: async () => clientHandler((await import("../../cli/commands/steer.ts")).leaveCommand),
  replay: async () => handler((await import("./replay.ts")).replayCommand),
  list: async () => clientHandler((await import("../../cli/commands/list.ts")).listCommand),
  show: async () => clientHandler((await import("../../cli/commands/show.ts")).showCommand),
  compare: async () => clientHandler((await import("../../cli/commands/compare.ts")).compareCommand),
  export: async () => clientHandler((await import("../../cli/commands/export.ts")).exportCommand),
  eval: async () => clientHandler((await import("../../cli/commands/evaluate.ts")).evaluateCommand),
  ask: async () => clientHandler((await import("../../cli/commands/ask.ts")).askCommand),
  answer: async () => clientHandler((await import("../../cli/commands/answer.ts")).answerCommand),
  prompts: async () => clientHandler((await import("../../cli/commands/prompts.ts")).promptsCommand),
  serve: async () => handler((await import("./serve.ts")).serveCommand),
  open: async () => handler((await import("./open.ts")).openCommand),
  worker: async () => handler((await import("./worker.ts")).workerCommand),
  models: async () => handler((await import("./models.ts")).modelsCommand),
  init: async () => handler((await import("./init.ts")).initCommand),
  doctor: async () => handler((await import("./doctor.ts")).doctorCommand),
  backup: async () => handler((await import("./backup.ts")).backupCommand),
  restore: async () => handler((await import("./restore.ts")).restoreCommand),
  prune: async () => handler((await import("./prune.ts")).pruneCommand),
  "keys create": async () => clientHandler((await import("../../cli/commands/keys.ts")).createKeyCommand),
  "keys list": async () => clientHandler((await import("../../cli/commands/keys.ts")).listKeysCommand),
  "keys revoke": async () => clientHandler((await import("../../cli/commands/keys.ts")).revokeKeyCommand),
  completions: async () => handler((await import("./completions.ts")).completionsCommand),
}

// Options come from the parser by the definitions of the same command; each command says how it reads them.
function handler<Options>(run: ContextCommandHandler<Options>): ContextCommandHandler {
  return (context) => run(context as CommandContext<Options>)
}

function clientHandler<Options>(run: CommandHandler<Options>): ContextCommandHandler {
  return handler(withInvocation(run))
}
