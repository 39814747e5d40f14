import type { Client } from "../client.ts"
import { colours } from "../colours.ts"
import { type CommandHandler, withClient, writeJson } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { printable, printableLine } from "../printable.ts"
import { readTextArgument } from "./read-text-argument.ts"

interface Options {
  readonly as?: string
  readonly answers?: number
  readonly minutes?: number
  readonly task?: string
  readonly wait: boolean
}

export const askCommand: CommandHandler<Options> = async (invocation) => {
  const { args, options, terminal, userName } = invocation
  const question = await readTextArgument(args[0]!, terminal)
  return withClient(invocation, { runsDiscussions: true }, async (client) => {
    const { prompt } = await client.squad.ask({
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
    terminal.note(`asked as ${prompt.id}; ${prompt.required_responses} answers are wanted\n`)
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
}

async function waitUntilReady(client: Client, id: string, signal: AbortSignal) {
  for (;;) {
    const detail = await client.squad.wait(id, 30, signal).catch((error) => {
      if (!signal.aborted) throw error
      return client.squad.wait(id, 0)
    })
    if (detail.ready || signal.aborted) return detail
  }
}
