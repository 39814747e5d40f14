import type { CommandRun } from "../../cli/command.ts"
import { type CommandContext, type ContextRun, withInvocation } from "./command-context.ts"

type Load = () => Promise<ContextRun>

/** Each command is loaded when it is called: none pays for what another needs. */
export const commandRuns: Readonly<Record<string, Load>> = {
  "": async () => own((await import("./queen.ts")).queen),
  discuss: async () => own((await import("./discuss.ts")).discussAtTable),
  resume: async () => door((await import("../../cli/commands/resume.ts")).resume),
  fork: async () => door((await import("../../cli/commands/fork.ts")).fork),
  say: async () => door((await import("../../cli/commands/say.ts")).say),
  interrupt: async () => door((await import("../../cli/commands/steer.ts")).interrupt),
  pause: async () => door((await import("../../cli/commands/steer.ts")).pause),
  stop: async () => door((await import("../../cli/commands/steer.ts")).stop),
  join: async () => door((await import("../../cli/commands/steer.ts")).join),
  leave: async () => door((await import("../../cli/commands/steer.ts")).leave),
  replay: async () => own((await import("./replay.ts")).replayRecording),
  list: async () => own((await import("./list.ts")).list),
  show: async () => door((await import("../../cli/commands/show.ts")).show),
  compare: async () => door((await import("../../cli/commands/compare.ts")).compare),
  export: async () => door((await import("../../cli/commands/export.ts")).exportRecord),
  eval: async () => door((await import("../../cli/commands/evaluate.ts")).evaluateAnswers),
  ask: async () => door((await import("../../cli/commands/ask.ts")).ask),
  answer: async () => door((await import("../../cli/commands/answer.ts")).answer),
  prompts: async () => door((await import("../../cli/commands/prompts.ts")).prompts),
  serve: async () => own((await import("./serve.ts")).serveCommand),
  open: async () => own((await import("./open.ts")).open),
  worker: async () => own((await import("./worker.ts")).worker),
  models: async () => own((await import("./models.ts")).modelsCommand),
  init: async () => own((await import("./init.ts")).init),
  doctor: async () => own((await import("./doctor.ts")).doctor),
  backup: async () => own((await import("./backup.ts")).backupCommand),
  restore: async () => own((await import("./restore.ts")).restoreCommand),
  prune: async () => own((await import("./prune.ts")).pruneCommand),
  "keys create": async () => door((await import("../../cli/commands/keys.ts")).createKey),
  "keys list": async () => door((await import("../../cli/commands/keys.ts")).listKeys),
  "keys revoke": async () => door((await import("../../cli/commands/keys.ts")).revokeKey),
  completions: async () => own((await import("./completions.ts")).completions),
}

// Options come from the parser by the definitions of the same command; each command says how it reads them.
function own<Options>(run: ContextRun<Options>): ContextRun {
  return (context) => run(context as CommandContext<Options>)
}

function door<Options>(run: CommandRun<Options>): ContextRun {
  return own(withInvocation(run))
}
