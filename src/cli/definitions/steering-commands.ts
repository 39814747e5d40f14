import { discussionIdArgument } from "./common-options.ts"
import { type CommandDefinition, withHeading } from "./definition.ts"
import { outputOptions } from "./discussion-commands.ts"

const group = "Steering"

/** All of these work on a discussion that another process holds, as long as it is on this machine or a server. */
export const steeringCommands: readonly CommandDefinition[] = [
  {
    name: "say",
    group,
    about: "take the turn that a discussion waits for, and go on",
    details: ["With --aside it is a word out of turn, which the others see from the next turn on."],
    arguments: [discussionIdArgument, { name: "words", about: "what is said; `-` reads it from standard input" }],
    options: [
      { flags: "--seat <name>", about: "who says it, where several are waited for" },
      { flags: "--aside <author>", about: "a word out of turn by this author" },
      ...outputOptions,
    ],
    examples: ['conclave say 0b6f3c1e "The sea."', 'conclave say 0b6f3c1e --aside Kim "Mind the budget."'],
  },
  {
    name: "interrupt",
    group,
    about: "cut off the turn being spoken; what was said stays, marked as cut",
    arguments: [discussionIdArgument],
    options: [{ flags: "--turn <id>", about: "only where it is this one" }],
  },
  {
    name: "pause",
    group,
    about: "let the turn being spoken end, and no other begin",
    arguments: [discussionIdArgument],
  },
  {
    name: "stop",
    group,
    about: "end a discussion where it stands; what was said is kept",
    arguments: [discussionIdArgument],
  },
  {
    name: "join",
    group,
    about: "seat one more, from the next round on",
    arguments: [discussionIdArgument, { name: "seat", about: "as with `conclave discuss --seat`" }],
    options: withHeading("The seat", [
      { flags: "--persona <text>", about: "who it is and how it thinks" },
      { flags: "--briefing <text>", about: "what it alone is told" },
    ]),
    examples: ['conclave join 0b6f3c1e Lawyer --persona "You know tenancy law."', "conclave join 0b6f3c1e Kim=human"],
  },
  {
    name: "leave",
    group,
    about: "let a seat go: it is asked nothing any more, and what it said stays",
    arguments: [discussionIdArgument, { name: "seat", about: "its name or id" }],
  },
]
