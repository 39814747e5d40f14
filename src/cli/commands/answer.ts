import { type CommandHandler, withClient, writeJson } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { readTextArgument } from "./read-text-argument.ts"

interface Options {
  readonly as?: string
  readonly agent?: true
}

export const answerCommand: CommandHandler<Options> = async (invocation) => {
  const { args, options, terminal, userName } = invocation
  const message = await readTextArgument(args[1]!, terminal)
  return withClient(invocation, {}, async (client) => {
    const { prompt } = await client.squad.answer({
      promptId: args[0]!,
      agent_name: options.as ?? userName,
      message,
      is_human: !options.agent,
    })
    if (options.json) writeJson(terminal, { prompt })
    else {
      const { status, collected_context, required_responses } = prompt
      terminal.note(`${status}: ${collected_context.length} of ${required_responses} answers\n`)
    }
    return exitCodes.success
  })
}
