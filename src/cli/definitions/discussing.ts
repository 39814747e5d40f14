import { presetNames } from "../../core/formats/index.ts"
import { orders } from "../../core/formats/settings.ts"
import { languageCodes } from "../../core/prompting/languages/index.ts"
import { discussionId } from "./common.ts"
import type { CommandDefinition, OptionDefinition } from "./definition.ts"

const showing: readonly OptionDefinition[] = [
  { flags: "--quiet", about: "only the outcome, at the end" },
  { flags: "--watch", about: "show it as it happens, also with --out" },
  { flags: "--out <file>", about: "write the record to a file: Markdown, or by its ending .json or .html" },
]

export const discussing: readonly CommandDefinition[] = [
  {
    name: "discuss",
    group: "Discussing",
    about: "hold a discussion",
    more: [
      "Without --seat the format's own seats are taken, all with --model.",
      "A seat is `model`, `Name=model` or `Name:role=model`; in the place of a model may stand `human` (you are asked when it is the seat's turn), `external`, or several models with commas, of which the next is asked where one fails.",
      "What is piped in is attached to the topic; with `-` for the topic, or without one, it is the topic.",
      "Ctrl-C stops the discussion; what was said is kept.",
    ],
    arguments: [{ name: "topic", about: "what it is about; `-` reads it from standard input", optional: true }],
    options: [
      { flags: "-f, --format <name>", about: "the rules", choices: presetNames, usual: "hive" },
      { flags: "-t, --table <table>", about: "a table by its name, or a table file (YAML); flags win over it" },
      { flags: "-s, --seat <seat>", about: "who sits there; several times", many: true },
      {
        flags: "-m, --model <name>",
        about: "for seats that name none",
        usual: "the configuration's, else rehearsal/auto",
      },
      { flags: "-r, --rounds <number>", about: "the most rounds there can be", reads: "whole" },
      { flags: "--order <order>", about: "who speaks when within a round", choices: orders },
      { flags: "--agreement <share>", about: "how many must say yes: all, any, or a share such as 0.6" },
      { flags: "--choice <option>", about: "what is voted on; several times", many: true },
      { flags: "--language <code>", about: "of the discussion", choices: languageCodes },
      { flags: "--seed <number>", about: "for the same order and the same rehearsal words again", reads: "whole" },
      { flags: "--budget-tokens <number>", about: "ends it cleanly when so many tokens were used", reads: "whole" },
      { flags: "--budget-seconds <number>", about: "ends it cleanly after so many seconds", reads: "number" },
      {
        flags: "--set <setting=value>",
        about: "any setting of the format, such as turnTimeoutMs=30000; several times",
        many: true,
      },
      ...showing,
    ],
    examples: [
      'conclave discuss "Tabs or spaces?"',
      'conclave discuss "Which database?" --format duet --seat openai/gpt-5 --seat anthropic/claude-sonnet-4-5',
      'git diff | conclave discuss "Review this change." --table peer-review --quiet',
      'conclave discuss "Where to?" -f assembly --choice sea --choice mountains -s Ann=human -s Bo -s Cy',
    ],
  },
  {
    name: "resume",
    group: "Discussing",
    about: "go on with a discussion that was paused, waits, or was cut off",
    arguments: [discussionId],
    options: showing,
  },
  {
    name: "say",
    group: "Discussing",
    about: "take the turn that a discussion waits for, and go on",
    more: ["With --aside it is a word out of turn, which the others see from the next turn on."],
    arguments: [discussionId, { name: "words", about: "what is said; `-` reads it from standard input" }],
    options: [
      { flags: "--seat <name>", about: "who says it, where several are waited for" },
      { flags: "--aside <author>", about: "a word out of turn by this author" },
      ...showing,
    ],
  },
  {
    name: "replay",
    group: "Discussing",
    about: "hold a recorded discussion again, word for word, without any model",
    arguments: [{ name: "file", about: "a recording" }],
    options: [{ flags: "--discussion <id>", about: "which one, where the recording has several" }, ...showing],
  },
]
