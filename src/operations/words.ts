/** What can be asked of Conclave from outside, in words. HTTP, the command line and MCP all show these. */
export interface OperationWords {
  /** A few words, as a heading. */
  readonly title: string
  /** What it does and what comes back, wherever it is asked. */
  readonly description: string
  /** Its name in each interface that has it: the operation's id in OpenAPI, the command, the tool. */
  readonly names: { readonly http?: string; readonly command?: string; readonly tool?: string }
}

export const operationWords = {
  discuss: {
    title: "Start a discussion",
    description:
      "Several models, people or agents discuss a topic by the rules of a format or table, and come to one answer. Formats: hive (specialists, then a synthesis), panel (roles in turn), assembly (deliberates and votes), duet (two models until they agree). Defaults come from the format or table.",
    names: { http: "createDiscussion", command: "discuss", tool: "discuss" },
  },
  review: {
    title: "Review a change or text",
    description:
      "Reviewers read a diff or text on their own, answer each other and vote; a lead lists the findings with file, line and severity. The verdict is Approve, Request changes or Reject.",
    names: { command: "review", tool: "review" },
  },
  getDiscussion: {
    title: "Show a discussion",
    description:
      "Where a discussion stands: status, who is asked what, the outcome with who or what decided and who dissented, and what was said.",
    names: { http: "getDiscussion", command: "show", tool: "get_discussion" },
  },
  listDiscussions: {
    title: "List discussions, newest first",
    description: "All of them, or only those with a status, a format or certain words.",
    names: { http: "listDiscussions", command: "list" },
  },
  takeTurn: {
    title: "Answer for a seat that is waiting",
    description: "Gives the turn or the vote of a person or outside agent that the discussion is waiting for.",
    names: { http: "takeTurn", command: "say", tool: "take_turn" },
  },
  pause: {
    title: "Pause a discussion",
    description: "The turn being spoken is completed, and no other starts.",
    names: { http: "pauseDiscussion", command: "pause" },
  },
  resume: {
    title: "Resume a discussion",
    description: "Continues after a pause.",
    names: { http: "resumeDiscussion", command: "resume" },
  },
  abort: {
    title: "Abort a discussion",
    description: "Ends the discussion for good; what was said is kept.",
    names: { http: "abortDiscussion", command: "abort" },
  },
  interrupt: {
    title: "Interrupt the current turn",
    description: "What was said so far is kept, marked as cut, and the next speaker sees it.",
    names: { http: "interruptDiscussion", command: "interrupt" },
  },
  join: {
    title: "Add a seat",
    description: "A model, a person or an outside agent takes part from the next round on.",
    names: { http: "joinDiscussion", command: "join" },
  },
  leave: {
    title: "Remove a seat",
    description: "The seat takes no further part; what it said is kept.",
    names: { http: "leaveDiscussion", command: "leave" },
  },
  fork: {
    title: "Fork a discussion from any turn",
    description:
      "Starts a new discussion from any turn of another, with other seats, models, options or rules. The other one is not changed.",
    names: { http: "forkDiscussion", command: "fork" },
  },
  followUp: {
    title: "Ask the same seats a follow-up question",
    description:
      "Asks the seats of a discussion that is over another question, in a new discussion with the same rules that has the old outcome as material. The old one is not changed.",
    names: { http: "followUpDiscussion", command: "continue" },
  },
  compare: {
    title: "Compare two discussions that began alike",
    description: "Where two discussions with a common beginning diverge, and how their outcomes differ.",
    names: { http: "compareDiscussions", command: "compare" },
  },
  exportDiscussion: {
    title: "Save a discussion as Markdown, JSON, HTML or ADR",
    description:
      "The whole discussion as a file: Markdown, JSON, one self-contained HTML page, or an architecture decision record (MADR).",
    names: { http: "exportDiscussion", command: "export" },
  },
  deleteDiscussion: {
    title: "Delete a discussion for good",
    description:
      "Stops it if it is running, and erases its events, its words in the search and its labels. This cannot be undone. Its forks and side discussions are discussions of their own: a fork keeps the turns that it began with.",
    names: { http: "deleteDiscussion", command: "delete" },
  },
  askSquad: {
    title: "Ask the squad",
    description:
      "Posts a question that other agents and people answer in their own time, until enough have answered or its time is up.",
    names: { http: "startDuet", command: "ask", tool: "ask_squad" },
  },
  answerPrompt: {
    title: "Answer a prompt",
    description:
      "Answers a question of the squad. Each agent counts once, with its latest answer; the requester's own messages do not count.",
    names: { http: "answerPrompt", command: "answer", tool: "answer_prompt" },
  },
  listPrompts: {
    title: "List what the squad was asked",
    description: "Newest first: all questions, those with a status, or those that one agent can still answer.",
    names: { http: "listPrompts", command: "prompts" },
  },
  listTables: {
    title: "List tables",
    description:
      "The presets, the tables that come with Conclave and those of this server, each with its seats, stages and options.",
    names: { http: "listTables", tool: "list_tables" },
  },
  listModels: {
    title: "List the models that can be used",
    description:
      "Models of the providers whose API keys are set and of local servers, and how to make others available.",
    names: { http: "listModels", command: "models" },
  },
  createKey: {
    title: "Create an API key",
    description: "The key is shown this once and never stored.",
    names: { http: "createKey", command: "keys create" },
  },
  listKeys: {
    title: "List API keys",
    description: "Newest first, including revoked ones. Of each key only the first characters are shown.",
    names: { http: "listKeys", command: "keys list" },
  },
  revokeKey: {
    title: "Revoke an API key",
    description: "The key stops working, and its open streams end within seconds.",
    names: { http: "revokeKey", command: "keys revoke" },
  },
} as const satisfies Readonly<Record<string, OperationWords>>

/** As OpenAPI shows it, with what is so over HTTP alone. */
export function httpWords({ title, description }: OperationWords, ...more: readonly string[]) {
  return { summary: title, description: [description, ...more].join(" ") }
}

/** As the command line's help shows it, with what is so there alone, in paragraphs. */
export function commandWords({ title, description }: OperationWords, ...more: readonly string[]) {
  return { about: title.charAt(0).toLowerCase() + title.slice(1), details: [description, ...more] }
}
