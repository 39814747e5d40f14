import { commandWords, operationWords } from "../../operations/words.ts"
import { type PromptStatus, promptStatuses } from "../../ports/squad-store.ts"
import { postPromptSchema } from "../../squad/prompts.ts"
import type { Client } from "../client.ts"
import { colours } from "../colours.ts"
import { type ArgumentDefinition, command, withClient, writeJson } from "../command.ts"
import { readTextArgument } from "../common-options.ts"
import { exitCodes } from "../exit-codes.ts"
import { printable, printableLine } from "../printable.ts"
import { tableText } from "../text-layout.ts"

interface AskOptions {
  readonly as?: string
  readonly answers?: number
  readonly minutes?: number
  readonly task?: string
  readonly wait: boolean
}

interface AnswerOptions {
  readonly as?: string
  readonly agent?: true
}

interface PromptsOptions {
  readonly status?: PromptStatus
  readonly for?: string
  readonly limit?: number
}

const promptIdArgument: ArgumentDefinition = { name: "id", about: "the prompt's id" }
const { required_responses, timeout_minutes } = postPromptSchema.shape
const defaultLimit = 20
/** One request waits no longer than this; then it is asked again. */
const waitSeconds = 30

export const commands = [
  command<AskOptions>({
    name: "ask",
    group: "The squad",
    ...commandWords(
      operationWords.askSquad,
      "It waits, and prints what was collected either way; the exit code is 3 where it was not enough. Ctrl-C stops the waiting; the prompt stays open.",
    ),
    arguments: [
      {
        name: "question",
        about: "what is asked; @Name addresses an agent; `-` reads it from standard input",
        words: true,
      },
    ],
    options: [
      { flags: "--as <name>", about: "who asks", defaultText: "the user's name" },
      {
        flags: "--answers <number>",
        about: required_responses.description!,
        valueType: "whole",
        defaultText: String(required_responses.parse(undefined)),
      },
      {
        flags: "--minutes <number>",
        about: "how long it stays open",
        valueType: "number",
        defaultText: String(timeout_minutes.parse(undefined)),
      },
      { flags: "--task <id>", about: "the task that it belongs to" },
      { flags: "--no-wait", about: "print its id and do not wait" },
    ],
    async run(context) {
      const { args, options, terminal, userName } = context
      const question = await readTextArgument(args[0]!, terminal)
      return withClient(context, "run", async (client) => {
        const { prompt } = await client.askSquad({
          requester_agent: options.as ?? userName,
          prompt_message: question,
          ...(options.answers !== undefined && { required_responses: options.answers }),
          ...(options.minutes !== undefined && { timeout_minutes: options.minutes }),
          ...(options.task !== undefined && { task_id: options.task }),
        })
        if (!options.wait) {
          if (options.json) writeJson(terminal, { prompt })
          else terminal.write(`${prompt.id}\n`)
          return exitCodes.success
        }
        const abortController = new AbortController()
        const unsubscribe = terminal.onInterrupt(() => abortController.abort())
        terminal.note(`asked as ${prompt.id}; ${prompt.required_responses} answers are needed\n`)
        const detail = await waitUntilReady(client, prompt.id, abortController.signal).finally(unsubscribe)
        if (options.json) writeJson(terminal, detail)
        else {
          const { bold } = colours(terminal.colour)
          for (const { agent, message } of detail.collectedContext) {
            terminal.write(`${bold(printableLine(agent))}\n${printable(message)}\n\n`)
          }
          terminal.note(`${detail.prompt.status}: ${detail.responseCount} of ${detail.requiredResponses} answers\n`)
        }
        if (!detail.ready) return exitCodes.aborted
        return detail.prompt.status === "resolved" ? exitCodes.success : exitCodes.noAgreement
      })
    },
  }),

  command<AnswerOptions>({
    name: "answer",
    group: "The squad",
    ...commandWords(operationWords.answerPrompt),
    arguments: [
      promptIdArgument,
      { name: "words", about: "the answer; `-` reads it from standard input", words: true },
    ],
    options: [
      { flags: "--as <name>", about: "who answers", defaultText: "the user's name" },
      { flags: "--agent", about: "an agent answers, not a person" },
    ],
    async run(context) {
      const { args, options, terminal, userName } = context
      const message = await readTextArgument(args[1]!, terminal)
      return withClient(context, "steer", async (client) => {
        const answer = { promptId: args[0]!, agent_name: options.as ?? userName, message, is_human: !options.agent }
        const { prompt } = await client.answerPrompt(answer)
        if (options.json) writeJson(terminal, { prompt })
        else {
          const { status, collected_context, required_responses: required } = prompt
          terminal.note(`${status}: ${collected_context.length} of ${required} answers\n`)
        }
        return exitCodes.success
      })
    },
  }),

  command<PromptsOptions>({
    name: "prompts",
    group: "The squad",
    ...commandWords(operationWords.listPrompts),
    options: [
      { flags: "--status <status>", about: "filter by status", choices: promptStatuses },
      { flags: "--for <agent>", about: "filter by the agent that may still answer" },
      {
        flags: "-n, --limit <number>",
        about: "how many at most",
        valueType: "whole",
        defaultText: String(defaultLimit),
      },
    ],
    run: (context) =>
      withClient(context, "read", async (client) => {
        const { options, terminal } = context
        const { status, for: agent, limit = defaultLimit } = options
        const prompts = await client.prompts({ limit, status, agent })
        if (options.json) writeJson(terminal, { prompts })
        else {
          const rows = prompts.map((prompt) => [
            prompt.id,
            prompt.status,
            `${prompt.collected_context.length} of ${prompt.required_responses}`,
            printableLine(prompt.requester_agent),
            printableLine(prompt.prompt_message),
          ])
          terminal.write(tableText(rows, terminal.width()))
        }
        return exitCodes.success
      }),
  }),
]

async function waitUntilReady(client: Client, id: string, signal: AbortSignal) {
  for (;;) {
    const detail = await client.waitForPrompt(id, waitSeconds, signal).catch((error) => {
      if (!signal.aborted) throw error
      return client.waitForPrompt(id, 0)
    })
    if (detail.ready || signal.aborted) return detail
  }
}
