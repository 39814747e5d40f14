import { languageCodes, orders, presetNames, waitEnds } from "../../core/choices.ts"
import { protocolNames } from "../../core/discussion/vote.ts"
import { discussionId } from "./common.ts"
import { type CommandDefinition, type OptionDefinition, under } from "./definition.ts"

export const showing = under("What is shown", [
  { flags: "--quiet", about: "only the outcome, at the end" },
  { flags: "--watch", about: "show it as it happens, also with --out" },
  { flags: "--out <file>", about: "write the record to a file: Markdown, or by its ending .json or .html" },
])

const model: OptionDefinition = {
  flags: "-m, --model <name>",
  about: "for seats that name none",
  usual: "the configuration's, else rehearsal/auto",
}

const language: OptionDefinition = {
  flags: "--language <code>",
  about: "of the discussion",
  choices: languageCodes,
}

const seed: OptionDefinition = {
  flags: "--seed <number>",
  about: "for the same order and the same rehearsal words again",
  reads: "whole",
}

const speaking = under("How they speak", [
  { flags: "-r, --rounds <number>", about: "the most rounds there can be", reads: "whole" },
  { flags: "--min-rounds <number>", about: "rounds before an agreement may end it", reads: "whole" },
  { flags: "--order <order>", about: "who speaks when within a round", choices: orders },
  { flags: "--independent", about: "in the first round nobody sees another's words" },
  {
    flags: "--wait <seconds>",
    about: "how long a person or outside agent is waited for",
    reads: "number",
    usual: "as long as it takes",
  },
  {
    flags: "--after-wait <what>",
    about: "what then",
    choices: waitEnds,
    usual: "skip",
  },
  {
    flags: "--set <setting=value>",
    about: "any setting, such as temperature=0.2; several times; `conclave discuss --set help` lists them",
    many: true,
  },
])

const limits = under("What it may use", [
  { flags: "--budget-tokens <number>", about: "ends it cleanly when so many tokens were used", reads: "whole" },
  { flags: "--budget-seconds <number>", about: "ends it cleanly after so many seconds", reads: "number" },
  {
    flags: "--budget-dollars <number>",
    about: "ends it cleanly at this cost, as far as prices are known",
    reads: "number",
  },
])

export const discussing: readonly CommandDefinition[] = [
  {
    name: "discuss",
    group: "Discussing",
    about: "hold a discussion",
    more: [
      "Without --seat the format's own seats are taken, all with --model.",
      'A seat is `model`, `Name=model` or `Name:role=model`; in the place of a model may stand `human` (you are asked when it is the seat\'s turn), `external`, or several models with commas, of which the next is asked where one fails. `*2` at its end is what its vote weighs. What else a seat may have is written as JSON: `{"name":"Ann","persona":"…"}`.',
      "What is piped in is attached to the topic; with `-` for the topic, or without one, it is the topic.",
      "Enter lets you say something in the middle of it. Ctrl-C stops the discussion; what was said is kept.",
    ],
    arguments: [{ name: "topic", about: "what it is about; `-` reads it from standard input", optional: true }],
    options: [
      ...under("The table", [
        { flags: "-f, --format <name>", about: "the rules", choices: presetNames, usual: "hive" },
        { flags: "-t, --table <table>", about: "a table by its name, or a table file (YAML); flags win over it" },
        { flags: "-s, --seat <seat>", about: "who sits there; several times", many: true },
        model,
        language,
        seed,
      ]),
      ...speaking,
      ...under("How it is decided", [
        { flags: "--protocol <name>", about: "how votes are counted", choices: protocolNames, usual: "consensus" },
        { flags: "--agreement <share>", about: "how many must say yes: all, any, or a share such as 0.6" },
        { flags: "--min-confidence <number>", about: "how sure a yes must be, 0 to 100", reads: "number" },
        {
          flags: "--choice <option>",
          about: "what is voted on; several times; `proposals` alone: what the seats propose",
          many: true,
        },
        { flags: "--shuffle-choices", about: "each voter sees them in an order of its own" },
        { flags: "--vote-first", about: "vote before anybody has heard another, and discuss only where votes differ" },
        { flags: "--weights <file>", about: "what votes weigh, by model, as `conclave eval --save` writes it" },
        { flags: "--category <name>", about: "with --weights: those for this kind of question, where there are any" },
      ]),
      ...limits,
      ...showing,
    ],
    examples: [
      'conclave discuss "Tabs or spaces?"',
      'conclave discuss "Which database?" --format duet --seat openai/gpt-5 --seat anthropic/claude-sonnet-4-5',
      'git diff | conclave discuss "Review this change." --table peer-review --quiet',
      'conclave discuss "Where to?" -f assembly --choice sea --choice mountains -s Ann=human -s Bo -s Cy',
      'conclave discuss "How to heat the school?" --protocol borda --choice wind --choice sun --choice wood',
    ],
  },
  {
    name: "resume",
    group: "Discussing",
    about: "go on with a discussion that was paused, waits, or was cut off",
    arguments: [discussionId],
    options: showing,
    examples: ["conclave resume 0b6f3c1e"],
  },
  {
    name: "fork",
    group: "Discussing",
    about: "go on from any turn of a discussion, with other seats, models or settings",
    more: [
      "The fork is a discussion of its own; the old one stays as it was. What was said up to the turn is taken over.",
      "Without --at it lists the turns there are.",
    ],
    arguments: [discussionId],
    options: [
      ...under("What changes", [
        { flags: "--at <turn>", about: "the last turn to take over, by its number or id; 0 takes over none" },
        {
          flags: "-s, --seat <seat>",
          about: "who sits in a seat from now on: `Name=model`, `Name=human`; several times",
          many: true,
        },
        { flags: "-m, --model <name>", about: "for every model's seat that --seat does not name" },
        { flags: "--join <seat>", about: "one more, from the next round on; several times", many: true },
        { flags: "--leave <name>", about: "a seat that is asked nothing any more; several times", many: true },
        { flags: "--topic <text>", about: "what it is about from now on" },
        language,
        seed,
      ]),
      ...speaking,
      ...limits,
      ...showing,
      { flags: "--compare", about: "say at its end where the two part", group: "What is shown" },
    ],
    examples: [
      "conclave fork 0b6f3c1e --at 4 --seat Critical=openai/gpt-5 --compare",
      "conclave fork 0b6f3c1e --at t2 --rounds 5 --set temperature=1",
    ],
  },
  {
    name: "replay",
    group: "Discussing",
    about: "hold a recorded discussion again, word for word, without any model",
    arguments: [{ name: "file", about: "a recording" }],
    options: [{ flags: "--discussion <id>", about: "which one, where the recording has several" }, ...showing],
    examples: ["conclave replay recording.jsonl --quiet"],
  },
]
