import { squadOperations } from "../../operations/squad.ts"
import type { PromptStatus } from "../../ports/squad-store.ts"
import type { Client } from "../client.ts"
import { command, groups, withClient, writeJson } from "../command.ts"
import { readTextArgument } from "../common-options.ts"
import { exitCodes } from "../exit-codes.ts"
import { argumentOf, commandOf, optionsOf, orPiped } from "../operation-options.ts"
import { printable, printableLine } from "../printable.ts"
import { colours } from "../terminal.ts"
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

const { askSquad, answerPrompt, listPrompts } = squadOperations
const userNameDefault = { defaultText: "your user name" }
/** Timeout of one long-poll request. */
const waitSeconds = 30

export const commands = [
  command<AskOptions>({
    group: groups.squad,
    ...commandOf(
      askSquad,
      "Waits for the answers and prints them; the exit code is 3 if there were too few. Ctrl-C stops waiting; the prompt stays open.",
    ),
    arguments: [argumentOf("question", askSquad.input.shape.prompt_message, orPiped)],
    options: [
      ...optionsOf(askSquad.input.shape, {
        requester_agent: { flags: "--as <name>", ...userNameDefault },
        required_responses: "--answers <number>",
        timeout_minutes: "--minutes <number>",
        task_id: "--task <id>",
      }),
      { flags: "--no-wait", about: "print its id without waiting" },
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
          return undefined
        }
        const abortController = new AbortController()
        const unsubscribe = terminal.onInterrupt(() => abortController.abort())
        terminal.note(`posted as ${prompt.id}; answers needed: ${prompt.required_responses}\n`)
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
    group: groups.squad,
    ...commandOf(answerPrompt),
    arguments: [
      argumentOf("id", answerPrompt.target.shape.id),
      argumentOf("words", answerPrompt.input.shape.message, orPiped),
    ],
    options: [
      ...optionsOf(answerPrompt.input.shape, { agent_name: { flags: "--as <name>", ...userNameDefault } }),
      { flags: "--agent", about: "answer as an agent, not as a person" },
    ],
    async run(context) {
      const { args, options, terminal, userName } = context
      const message = await readTextArgument(args[1]!, terminal)
      return withClient(context, "steer", async (client) => {
        const answer = { promptId: args[0]!, agent_name: options.as ?? userName, message, is_human: !options.agent }
        const { prompt } = await client.answerPrompt(answer)
        if (options.json) return writeJson(terminal, { prompt })
        const { status, collected_context, required_responses: required } = prompt
        terminal.note(`${status}: ${collected_context.length} of ${required} answers\n`)
      })
    },
  }),

  command<PromptsOptions>({
    group: groups.squad,
    ...commandOf(listPrompts),
    options: optionsOf(listPrompts.input.shape, {
      status: "--status <status>",
      agent: "--for <agent>",
      limit: "-n, --limit <number>",
    }),
    run: (context) =>
      withClient(context, "read", async (client) => {
        const { options, terminal } = context
        const { status, for: agent, limit } = options
        const prompts = await client.prompts({ limit, status, agent })
        if (options.json) return writeJson(terminal, { prompts })
        const rows = prompts.map((prompt) => [
          prompt.id,
          prompt.status,
          `${prompt.collected_context.length} of ${prompt.required_responses}`,
          printableLine(prompt.requester_agent),
          printableLine(prompt.prompt_message),
        ])
        terminal.write(tableText(rows, terminal.width()))
        if (rows.length === 0) terminal.note("No prompts.\n")
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
