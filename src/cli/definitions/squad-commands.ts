import { promptStatuses } from "../../ports/squad-store.ts"
import type { ArgumentDefinition, CommandDefinition } from "./definition.ts"

const promptIdArgument: ArgumentDefinition = { name: "id", about: "the prompt's id" }

export const squadCommands: readonly CommandDefinition[] = [
  {
    name: "ask",
    group: "The squad",
    about: "ask the squad, wait, and print what was answered",
    details: [
      "It is over when enough different agents have answered, or time is up; what was collected is printed either way, and the exit code is 3 where it was not enough.",
      "Ctrl-C stops the waiting; the prompt stays open.",
    ],
    arguments: [
      { name: "question", about: "what is asked; @Name addresses an agent; `-` reads it from standard input" },
    ],
    options: [
      { flags: "--as <name>", about: "who asks", defaultText: "the user's name" },
      {
        flags: "--answers <number>",
        about: "how many different agents must answer",
        valueType: "whole",
        defaultText: "2",
      },
      { flags: "--minutes <number>", about: "how long it stays open", valueType: "number", defaultText: "30" },
      { flags: "--task <id>", about: "the task that it belongs to" },
      { flags: "--no-wait", about: "print its id and leave" },
    ],
  },
  {
    name: "answer",
    group: "The squad",
    about: "answer a prompt",
    arguments: [promptIdArgument, { name: "words", about: "the answer; `-` reads it from standard input" }],
    options: [
      { flags: "--as <name>", about: "who answers", defaultText: "the user's name" },
      { flags: "--agent", about: "an agent answers, not a person" },
    ],
  },
  {
    name: "prompts",
    group: "The squad",
    about: "list what the squad was asked",
    options: [
      { flags: "--status <status>", about: "only those that stand so", choices: promptStatuses },
      { flags: "--for <agent>", about: "only those that this agent may still answer" },
      { flags: "-n, --limit <number>", about: "how many at most", valueType: "whole", defaultText: "20" },
    ],
  },
]
