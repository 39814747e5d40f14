import { squadOperations } from "../../operations/squad.ts"
import type { Client } from "../client.ts"
import { command, groups, withClient, writeJson } from "../command.ts"
import { readTextArgument } from "../common-options.ts"
import { exitCodes } from "../exit-codes.ts"
import { argumentOf, commandOf, fieldsFromFlags, optionsOf, orPiped } from "../operation-options.ts"
import { printable, printableLine } from "../printable.ts"
import { colours } from "../terminal.ts"
import { tableText } from "../text-layout.ts"

const { askSquad, answerPrompt, listPrompts } = squadOperations
const userNameDefault = { defaultText: "your user name" }
const askOptions = optionsOf(askSquad.input.shape, {
  requester_agent: { flags: "--as <name>", ...userNameDefault },
  required_responses: "--answers <number>",
  timeout_minutes: "--minutes <number>",
  task_id: "--task <id>",
})
const authorOptions = optionsOf(answerPrompt.input.shape, { agent_name: { flags: "--as <name>", ...userNameDefault } })
const filterOptions = optionsOf(listPrompts.input.shape, {
  status: "--status <status>",
  agent: "--for <agent>",
  limit: "-n, --limit <number>",
})
/** Timeout of one long-poll request. */
const waitSeconds = 30

export const commands = [
  command<{ readonly wait: boolean }>({
    group: groups.squad,
    ...commandOf(
      askSquad,
      "Waits for the answers and prints them; the exit code is 3 if there were too few. Ctrl-C stops waiting; the prompt stays open.",
    ),
    arguments: [argumentOf("question", askSquad.input.shape.prompt_message, orPiped)],
    options: [...askOptions, { flags: "--no-wait", about: "print its id without waiting" }],
    async run(context) {
      const { args, options, terminal, userName } = context
      const question = await readTextArgument(args[0]!, terminal)
      return withClient(context, "run", async (client) => {
        const { prompt } = await client.askSquad({
          requester_agent: userName,
          prompt_message: question,
          ...fieldsFromFlags<object>(askOptions, options),
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

  command<{ readonly agent?: true }>({
    group: groups.squad,
    ...commandOf(answerPrompt),
    arguments: [
      argumentOf("id", answerPrompt.target.shape.id),
      argumentOf("words", answerPrompt.input.shape.message, orPiped),
    ],
    options: [...authorOptions, { flags: "--agent", about: "answer as an agent, not as a person" }],
    async run(context) {
      const { args, options, terminal, userName } = context
      const message = await readTextArgument(args[1]!, terminal)
      return withClient(context, "steer", async (client) => {
        const answer = { promptId: args[0]!, agent_name: userName, message, is_human: !options.agent }
        const { prompt } = await client.answerPrompt({ ...answer, ...fieldsFromFlags(authorOptions, options) })
        if (options.json) return writeJson(terminal, { prompt })
        const { status, collected_context, required_responses: required } = prompt
        terminal.note(`${status}: ${collected_context.length} of ${required} answers\n`)
      })
    },
  }),

  command({
    group: groups.squad,
    ...commandOf(listPrompts),
    options: filterOptions,
    run: (context) =>
      withClient(context, "read", async (client) => {
        const { options, terminal } = context
        const prompts = await client.prompts(fieldsFromFlags(filterOptions, options))
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
