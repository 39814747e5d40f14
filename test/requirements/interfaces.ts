import { promises } from "./requirement.ts"

const commandLine = promises("9", {
  "cli.queen": "`conclave` alone opens the conversation with the queen and knows its commands.",
  "cli.discuss": "`conclave discuss` runs any format or table file and shows progress, readable when piped.",
  "cli.exit-codes": "Exit codes tell agreement, error, usage, no agreement, abort and budget apart.",
  "cli.interrupt": "Ctrl-C stops cleanly and what was said is kept.",
  "cli.settings": "Flags win over variables, variables over the file.",
  "cli.unknown-key": "An unknown configuration key is an error that names it and the nearest known one.",
  "cli.shared-folder": "Several processes may work in one data folder at once; nobody has to stop the server.",
  "cli.npm-start": "`npm start` serves with nothing configured and prints its address.",
  "cli.commands": "Every named command exists and offers `--json`.",
})

const web = promises("10", {
  "web.home": "The home page starts a discussion and lists those there are.",
  "web.composer":
    "A discussion is set up on one form: options, order, saved agents and tables, an estimate, and a draft that survives.",
  "web.first-look": "An empty home page plays recorded discussions and says the next step with the models there are.",
  "web.admin": "Admins see and change access keys, spending and webhooks on a page of their own.",
  "web.outside-agent": "An outside agent's seat says how to connect it, with lines that work.",
  "web.live": "A discussion's page shows transcript, speaker, round, votes, outcome and charts as they happen.",
  "web.steer": "A discussion's page can interject, pause, stop, fork and export.",
  "web.history": "Beside a discussion is the list of all: searched, renamed, pinned, archived, deleted.",
  "web.positions": "The page shows who stands where as it changes, after whom, and replays it.",
  "web.continue": "From the outcome the same table is asked a follow-up or goes on for more rounds.",
  "web.privacy":
    "What is said in a parallel or private stage is in no answer, stream or export for a seat that has yet to speak there; of a secret ballot nobody sees votes before its end, nor ever whose they were.",
  "web.invitation": "A link to a person's seat lets whoever opens it speak for that seat, and for no other.",
  "web.record":
    "An ended discussion opens with its decision record, whose citations lead to the turns; it is copied and printed whole.",
  "web.chat": "`/chat` shows prompts, counters, answers and their state as specified.",
  "web.accessible": "Every screen meets WCAG AA in light and dark, by keyboard and on a phone.",
  "web.untrusted": "Model output runs no script and loads nothing remote.",
})

const agents = promises("11", {
  "agents.mcp": "An MCP server offers discussing, asking the squad, answering and reading, over stdio and HTTP.",
  "agents.one-description": "An operation is described once, and HTTP, the command line and MCP show that.",
})

const openai = promises("11", {
  "openai.models": "`/v1/models` lists every table as a model.",
  "openai.chat":
    "`/v1/chat/completions` answers with the answer as content, the deliberation as reasoning, usage summed.",
  "openai.stream": "Streamed it says the same as it happens, with usage where asked for.",
  "openai.messages": "The last user message is the topic, the conversation before it material.",
  "openai.rehearsal": "What rehearsal models answer is marked as such.",
  "openai.abort": "Closing the connection stops the discussion.",
  "openai.idempotency": "One idempotency key is one discussion and one answer.",
  "openai.errors": "Errors have OpenAI's shape; what cannot be honoured is refused by its name.",
  "openai.schema": "An answer keeps the schema of `response_format`, or is an error.",
  "openai.responses": "`/v1/responses` offers the same as responses, stored and streamed.",
  "openai.background": "A background response answers at once, continues alone, and can be fetched and cancelled.",
  "openai.follow-up": "A follow-up by `previous_response_id` sits at the same table and knows what was said.",
})

const review = promises("11", {
  "review.input": "`conclave review` takes a range of commits, a diff on standard input, or what is not committed.",
  "review.verdict": "The verdict is what most of the reviewers voted for, or none.",
  "review.findings": "Findings have a file and line only where the change has them.",
  "review.exit-codes": "Exit codes tell rejected, high findings and no verdict apart, as `--fail-on` asks.",
  "review.sarif": "Findings are written as valid SARIF 2.1.0.",
  "review.markdown": "A review is written as Markdown.",
  "review.action": "A GitHub action reviews a pull request, writes a summary and says the verdict.",
})

const streams = promises("11", {
  "streams.ag-ui": "`?as=ag-ui` gives a discussion's events as AG-UI's own client reads them.",
  "streams.ai-sdk": "`?as=ai-sdk` gives them as a message of the AI SDK.",
  "http.problems": "`Accept: application/problem+json` gives errors as problem details with a type.",
})

const a2a = promises("11", {
  "agent-tasks.task":
    "An A2A client of version 1.0 or 0.3 sends a question and gets the answer and its record as artifacts.",
  "agent-tasks.stream": "It hears what is said as it is said.",
  "agent-tasks.input-required": "It is told when a person's seat is waited for, and answers for it.",
  "agent-tasks.cancel": "It cancels a task, which keeps its record, and follows one again.",
  "agent-tasks.once": "One message sent twice is one task.",
  "agent-tasks.disconnect": "Who leaves before having the task's id leaves nothing running.",
  "agent-tasks.keys": "Keys and their scopes hold here too.",
  "agent-tasks.refused": "What is wrong is refused with the protocol's own error, which names the field and the fix.",
  "agent-tasks.seat":
    "An A2A agent is a seat's model by its name or address, cancelled with the turn, never at a private address.",
})

const access = promises("12", {
  "access.loopback": "On loopback it works without a login.",
  "access.other-address": "Bound to any other address it refuses to start without API keys.",
  "access.organisation": "A key sees its organisation's rows alone, at every endpoint and event stream.",
  "access.database":
    "A role of the database without grants reads and forges nothing; the data folder is its owner's alone.",
  "access.proxy": "A request that came through a proxy is not taken for one of this machine.",
  "access.fair": "Discussions of one key that hang do not keep those of another from running.",
  "access.limits": "Body size, rate, open streams and spend are limited.",
})

export const interfaces = [...commandLine, ...web, ...agents, ...openai, ...review, ...streams, ...a2a, ...access]
