import { orderNames, settingsSchema } from "../../core/discussion/settings.ts"
import { protocolNames } from "../../core/discussion/vote.ts"
import { presetNames } from "../../core/formats/index.ts"
import { languageCodes } from "../../core/languages/index.ts"
import { discussionIdArgument } from "./common-options.ts"
import { type CommandDefinition, type OptionDefinition, withHeading } from "./definition.ts"

export const outputOptions = withHeading("What is shown", [
  { flags: "--quiet", about: "only the outcome, at the end" },
  { flags: "--watch", about: "show it as it happens, also with --out" },
  { flags: "--out <file>", about: "write the record to a file: Markdown, or by its ending .json or .html" },
])

const modelOption: OptionDefinition = {
  flags: "-m, --model <name>",
  about: "for seats that name none",
  defaultText: "the configuration's, else rehearsal/auto",
}

const languageOption: OptionDefinition = {
  flags: "--language <code>",
  about: "of the discussion",
  choices: languageCodes,
}

const seedOption: OptionDefinition = {
  flags: "--seed <number>",
  about: "for the same order and the same rehearsal words again",
  valueType: "whole",
}

const speakingOptions = withHeading("How they speak", [
  { flags: "-r, --rounds <number>", about: "the most rounds there can be", valueType: "whole" },
  { flags: "--min-rounds <number>", about: "rounds before an agreement may end it", valueType: "whole" },
  { flags: "--order <order>", about: "who speaks when within a round", choices: orderNames },
  { flags: "--independent", about: "in the first round nobody sees another's words" },
  {
    flags: "--wait <seconds>",
    about: "how long a person or outside agent is waited for",
    valueType: "number",
    defaultText: "as long as it takes",
  },
  {
    flags: "--after-wait <what>",
    about: "what then",
    choices: settingsSchema.shape.afterWait.options,
    defaultText: "skip",
  },
  {
    flags: "--set <setting=value>",
    about: "any setting, such as temperature=0.2; several times; `conclave discuss --set help` lists them",
    repeatable: true,
  },
])

const budgetOptions = withHeading("What it may use", [
  { flags: "--budget-tokens <number>", about: "ends it cleanly when so many tokens were used", valueType: "whole" },
  { flags: "--budget-seconds <number>", about: "ends it cleanly after so many seconds", valueType: "number" },
  {
    flags: "--budget-dollars <number>",
    about: "ends it cleanly at this cost, as far as prices are known",
    valueType: "number",
  },
])

export const discussionCommands: readonly CommandDefinition[] = [
  {
    name: "discuss",
    group: "Discussing",
    about: "hold a discussion",
    details: [
      "Without --seat the format's own seats are taken, all with --model.",
      'A seat is `model`, `Name=model` or `Name:role=model`; in the place of a model may stand `human` (you are asked when it is the seat\'s turn), `external`, or several models with commas, of which the next is asked where one fails. `*2` at its end is what its vote weighs. What else a seat may have is written as JSON: `{"name":"Ann","persona":"…"}`.',
      "What is piped in is attached to the topic; with `-` for the topic, or without one, it is the topic.",
      "Enter lets you say something in the middle of it. Ctrl-C stops the discussion; what was said is kept.",
    ],
    arguments: [{ name: "topic", about: "what it is about; `-` reads it from standard input", optional: true }],
    options: [
      ...withHeading("The table", [
        { flags: "-f, --format <name>", about: "the rules", choices: presetNames, defaultText: "hive" },
        { flags: "-t, --table <table>", about: "a table by its name, or a table file (YAML); flags win over it" },
        { flags: "-s, --seat <seat>", about: "who sits there; several times", repeatable: true },
        modelOption,
        languageOption,
        seedOption,
      ]),
      ...speakingOptions,
      ...withHeading("How it is decided", [
        {
          flags: "--protocol <name>",
          about: "how votes are counted",
          choices: protocolNames,
          defaultText: "consensus",
        },
        { flags: "--agreement <share>", about: "how many must say yes: all, any, or a share such as 0.6" },
        { flags: "--min-confidence <number>", about: "how sure a yes must be, 0 to 100", valueType: "number" },
        {
          flags: "--choice <option>",
          about: "what is voted on; several times; `proposals` alone: what the seats propose",
          repeatable: true,
        },
        { flags: "--shuffle-choices", about: "each voter sees them in an order of its own" },
        { flags: "--vote-first", about: "vote before anybody has heard another, and discuss only where votes differ" },
        { flags: "--weights <file>", about: "what votes weigh, by model, as `conclave eval --save` writes it" },
        { flags: "--category <name>", about: "with --weights: those for this kind of question, where there are any" },
      ]),
      ...budgetOptions,
      ...outputOptions,
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
    arguments: [discussionIdArgument],
    options: outputOptions,
    examples: ["conclave resume 0b6f3c1e"],
  },
  {
    name: "fork",
    group: "Discussing",
    about: "go on from any turn of a discussion, with other seats, models or settings",
    details: [
      "The fork is a discussion of its own; the old one stays as it was. What was said up to the turn is taken over.",
      "Without --at it lists the turns there are.",
    ],
    arguments: [discussionIdArgument],
    options: [
      ...withHeading("What changes", [
        { flags: "--at <turn>", about: "the last turn to take over, by its number or id; 0 takes over none" },
        {
          flags: "-s, --seat <seat>",
          about: "who sits in a seat from now on: `Name=model`, `Name=human`; several times",
          repeatable: true,
        },
        { flags: "-m, --model <name>", about: "for every model's seat that --seat does not name" },
        { flags: "--join <seat>", about: "one more, from the next round on; several times", repeatable: true },
        { flags: "--leave <name>", about: "a seat that is asked nothing any more; several times", repeatable: true },
        { flags: "--topic <text>", about: "what it is about from now on" },
        languageOption,
        seedOption,
      ]),
      ...speakingOptions,
      ...budgetOptions,
      ...outputOptions,
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
    options: [{ flags: "--discussion <id>", about: "which one, where the recording has several" }, ...outputOptions],
    examples: ["conclave replay recording.jsonl --quiet"],
  },
]
