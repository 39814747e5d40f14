import type { PromptStatus } from "../../ports/squad-store.ts"
import { type CommandHandler, withClient, writeJson } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { printableLine } from "../printable.ts"
import { tableText } from "../table-text.ts"

interface Options {
  readonly status?: PromptStatus
  readonly for?: string
  readonly limit?: number
}

export const promptsCommand: CommandHandler<Options> = (invocation) =>
  withClient(invocation, {}, async (client) => {
    const { options, terminal } = invocation
    const { status, for: agent, limit = 20 } = options
    const found = await client.squad.prompts({
      limit,
      ...(status && { status }),
      ...(agent !== undefined && { agent }),
    })
    if (options.json) writeJson(terminal, { prompts: found })
    else {
      const rows = found.map((prompt) => [
        prompt.id,
        prompt.status,
        `${prompt.collected_context.length} of ${prompt.required_responses}`,
        printableLine(prompt.requester_agent),
        printableLine(prompt.prompt_message),
      ])
      terminal.write(tableText(rows, terminal.width()))
    }
    return exitCodes.success
  })
