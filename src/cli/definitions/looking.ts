import { presetNames } from "../../core/choices.ts"
import { statuses } from "../../core/discussion/state.ts"
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
    examples: ["conclave list --status running", "conclave list --query database --json"],
  },
  {
    name: "show",
    group: "Looking back",
    about: "show a discussion",
    more: ["With --json and --watch its events come as lines, to its end."],
    arguments: [discussionId],
    options: [{ flags: "--watch", about: "stay and show what happens, to its end" }],
    examples: ["conclave show 0b6f3c1e --watch"],
  },
  {
    name: "compare",
    group: "Looking back",
    about: "show where two discussions part that began alike, and how their outcomes differ",
    arguments: [
      { name: "a", about: "a discussion's id, or the beginning of it" },
      { name: "b", about: "another's, such as a fork of it", optional: true },
    ],
    more: ["With one id alone, a fork is compared with what it is a fork of."],
    examples: ["conclave compare 0b6f3c1e 5d1c22aa"],
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
  {
    name: "eval",
    group: "Looking back",
    about: "see how right each way to decide is on recorded answers",
    more: [
      "Learns what each model's vote is worth from one half of the answers and judges on the other: every protocol, for panels of every size, beside the best single model, a calibrated vote, and an oracle that is right where any of them is.",
      'The file is JSON: `{ "source": "where they come from", "models": ["a", "b"], "rows": [[1, "law", 4, "B", "BA"], …] }`. A row has the question, its category, how many options it has, the letter of the right one, and one letter for each model, `-` where none could be read.',
    ],
    arguments: [{ name: "file", about: "recorded answers" }],
    options: [
      {
        flags: "--seed <number>",
        about: "which half is which; several times for several splits",
        reads: "whole",
        many: true,
        usual: "1",
      },
      { flags: "--size <number>", about: "only panels of this size; several times", reads: "whole", many: true },
      { flags: "-m, --model <name>", about: "only these of the models; several times", many: true },
      { flags: "--save <file>", about: "write what was learned, for `conclave discuss --weights`" },
    ],
    examples: [
      "conclave eval answers.json",
      "conclave eval answers.json --model openai/gpt-5 --model ollama/qwen3 --save weights.json",
    ],
  },
]
