import { statuses } from "../../core/discussion/state.ts"
import { presetNames } from "../../core/formats/index.ts"
import { exportForms } from "../doors.ts"
import { discussionId } from "./common.ts"
import type { CommandDefinition } from "./definition.ts"

export const looking: readonly CommandDefinition[] = [
  {
    name: "list",
    group: "Looking back",
    about: "list discussions, newest first",
    options: [
      { flags: "--status <status>", about: "only those that stand so", choices: statuses },
      { flags: "--format <name>", about: "only those of this format", choices: presetNames },
      { flags: "-q, --query <words>", about: "only those whose topic has these words" },
      { flags: "-n, --limit <number>", about: "how many at most, up to 100", reads: "whole", usual: "20" },
      { flags: "--cursor <cursor>", about: "go on where a page ended" },
    ],
  },
  {
    name: "show",
    group: "Looking back",
    about: "show a discussion",
    more: ["With --json and --watch its events come as lines, to its end."],
    arguments: [discussionId],
    options: [{ flags: "--watch", about: "stay and show what happens, to its end" }],
  },
  {
    name: "export",
    group: "Looking back",
    about: "take a discussion's record away",
    arguments: [discussionId],
    options: [
      { flags: "--as <form>", about: "in which form", choices: exportForms, usual: "by the file's ending, else md" },
      { flags: "-o, --out <file>", about: "where to write it", usual: "standard output" },
    ],
    examples: ["conclave export 0b6f3c1e --as html --out record.html"],
  },
]
