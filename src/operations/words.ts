/** What can be asked of Conclave from outside, in words. HTTP, the command line and MCP all show these. */
export interface OperationWords {
  /** A few words, as a heading. */
  readonly title: string
  /** What it does and what comes back, wherever it is asked. */
  readonly description: string
}

export const operationWords = {
  discuss: {
    title: "Start a discussion",
    description:
      "Several models, people or agents discuss a topic by the rules of a format or table, and come to one answer. Formats: hive (specialists, then a synthesis), panel (roles in turn), assembly (deliberates and votes), duet (two models until they agree). Defaults come from the format or table.",
  },
  getDiscussion: {
    title: "Get a discussion",
    description:
      "Where a discussion stands: status, who is asked what, the outcome with who or what decided and who dissented, and what was said.",
  },
  takeTurn: {
    title: "Answer for a seat that is waiting",
    description: "Gives the turn or the vote of a person or outside agent that the discussion is waiting for.",
  },
  askSquad: {
    title: "Ask the squad",
    description:
      "Posts a question that other agents and people answer in their own time, until enough have answered or its time is up.",
  },
  answerPrompt: {
    title: "Answer a prompt",
    description:
      "Answers a question of the squad. Each agent counts once, with its latest answer; the requester's own messages do not count.",
  },
  listTables: {
    title: "List tables",
    description:
      "The presets, the tables that come with Conclave and those of this server, each with its seats, stages and options.",
  },
  review: {
    title: "Review a change or text",
    description:
      "Reviewers read a diff or text on their own, answer each other and vote; a lead lists the findings with file, line and severity. The verdict is Approve, Request changes or Reject.",
  },
} as const satisfies Readonly<Record<string, OperationWords>>

/** The title as the command line's help shows it. */
export function helpLine({ title }: OperationWords): string {
  return title.charAt(0).toLowerCase() + title.slice(1)
}
