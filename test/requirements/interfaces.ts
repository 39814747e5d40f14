import { promises } from "./requirement.ts"

const commandLine = promises("9", {
  "cli.queen": "`conclave` without arguments opens the conversation with the queen, with its commands.",
  "cli.discuss": "`conclave discuss` runs any format or table file and shows progress, readable when piped.",
  "cli.exit-codes": "Exit codes distinguish agreement, error, usage, no agreement, abort and budget.",
  "cli.interrupt": "Ctrl-C stops cleanly and keeps the turns so far.",
  "cli.settings": "Flags override variables, variables override the file.",
  "cli.unknown-key": "An unknown configuration key is an error that names it and the nearest known one.",
  "cli.shared-folder": "Several processes can use one data folder at once, without stopping the server.",
  "cli.npm-start": "`npm start` serves without configuration and prints its address.",
  "cli.commands": "Every named command exists and offers `--json`.",
})

const web = promises("10", {
  "web.home": "The home page starts a discussion and lists the existing ones.",
  "web.composer":
    "A discussion is set up on one form: options, order, saved agents and tables, an estimate, and a draft that survives.",
  "web.first-look":
    "An empty home page plays recorded discussions and suggests the next step for the available models.",
  "web.admin": "Admins see and change access keys, spending and webhooks on a separate page.",
  "web.outside-agent": "An external agent's seat shows how to connect it, with commands that work.",
  "web.live": "A discussion's page shows transcript, speaker, round, votes, outcome and charts live.",
  "web.steer": "A discussion's page can interject, pause, stop, fork and export.",
  "web.history":
    "Beside a discussion is the list of all, which can be searched, renamed, pinned, archived and deleted.",
  "web.positions": "The page shows each seat's position as it changes, and after whose turn, and replays it.",
  "web.continue": "From the outcome the same table can be asked a follow-up or continue for more rounds.",
  "web.privacy":
    "Text of a parallel or private stage is in no response, stream or export for a seat that has yet to speak there; votes of a secret ballot are hidden until its end, and voters' names forever.",
  "web.invitation": "A link to a person's seat lets its holder speak for that seat, and for no other.",
  "web.record":
    "An ended discussion opens with its decision record, whose citations link to the turns; it can be copied and printed as a whole.",
  "web.chat": "`/chat` shows prompts, counters, answers and their state as specified.",
  "web.accessible": "Every screen meets WCAG AA in light and dark, by keyboard and on a phone.",
  "web.untrusted": "Model output runs no script and loads nothing remote.",
})

const agents = promises("11", {
  "agents.mcp": "An MCP server has tools to discuss, ask the squad, answer and read, over stdio and HTTP.",
  "agents.one-description": "An operation is described once, and HTTP, the command line and MCP use that description.",
})

const openai = promises("11", {
  "openai.models": "`/v1/models` lists every table as a model.",
  "openai.chat":
    "`/v1/chat/completions` returns the answer as content, the deliberation as reasoning, and the total usage.",
  "openai.stream": "A streamed completion has the same content, live, with usage on request.",
  "openai.messages": "The last user message is the topic, the conversation before it is material.",
  "openai.rehearsal": "Replies of rehearsal models are marked as such.",
  "openai.abort": "Closing the connection stops the discussion.",
  "openai.idempotency": "One idempotency key gives one discussion and one response.",
  "openai.errors": "Errors have OpenAI's format; unsupported parameters are refused by name.",
  "openai.schema": "An answer matches the schema of `response_format`, or is an error.",
  "openai.responses": "`/v1/responses` has the same features as responses, stored and streamed.",
  "openai.background":
    "A background response is returned at once, continues without the client, and can be fetched and cancelled.",
  "openai.follow-up": "A follow-up by `previous_response_id` has the same table and the earlier conversation.",
})

const review = promises("11", {
  "review.input": "`conclave review` takes a range of commits, a diff on standard input, or uncommitted changes.",
  "review.verdict": "The verdict is what more than half of the reviewers vote for, or none; a tie approves nothing.",
  "review.rehearsal": "Simulated models review only if they are named, and their verdict never makes the command fail.",
  "review.findings": "Findings have a file and line only if these are part of the change.",
  "review.exit-codes": "Exit codes distinguish rejection, severe findings and no verdict, as set by `--fail-on`.",
  "review.sarif": "Findings are written as valid SARIF 2.1.0.",
  "review.markdown": "A review is written as Markdown.",
  "review.action": "A GitHub action reviews a pull request, writes a summary and outputs the verdict.",
})

const streams = promises("11", {
  "streams.ag-ui": "`?as=ag-ui` streams a discussion's events in the format of AG-UI's own client.",
  "streams.ai-sdk": "`?as=ai-sdk` streams them as an AI SDK message.",
  "http.problems": "`Accept: application/problem+json` returns errors as problem details with a type.",
})

const a2a = promises("11", {
  "agent-tasks.task":
    "An A2A client of version 1.0 or 0.3 sends a question and gets the answer and its record as artifacts.",
  "agent-tasks.stream": "It receives the turns live.",
  "agent-tasks.input-required": "It is notified when a person's seat is awaited, and can answer for it.",
  "agent-tasks.cancel": "It can cancel a task, which keeps its record, and can resubscribe to one.",
  "agent-tasks.once": "A message sent twice is one task.",
  "agent-tasks.disconnect": "A client that disconnects before it has the task's id leaves nothing running.",
  "agent-tasks.keys": "Keys and their scopes apply.",
  "agent-tasks.refused": "Invalid input is refused with the protocol's own error, which names the field and the fix.",
  "agent-tasks.seat":
    "An A2A agent can be a seat's model by name or URL; it is cancelled with the turn, and never called at a private address.",
})

const access = promises("12", {
  "access.loopback": "On loopback the server works without a login.",
  "access.other-address": "Bound to any other address the server refuses to start without API keys.",
  "access.organisation": "A key sees only its organisation's rows, at every endpoint and event stream.",
  "access.database":
    "A database role without grants reads and forges nothing; only its owner can access the data folder.",
  "access.proxy": "A request through a proxy does not count as local.",
  "access.fair": "Hanging discussions of one key do not keep those of another from running.",
  "access.limits": "Body size, rate, open streams and spend are limited.",
})

export const interfaces = [...commandLine, ...web, ...agents, ...openai, ...review, ...streams, ...a2a, ...access]
