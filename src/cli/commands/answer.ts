import { type CommandRun, withDoors, writeJson } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { wordsOf } from "./words-of.ts"

interface Options {
  readonly as?: string
  readonly agent?: true
}

export const answer: CommandRun<Options> = async (invocation) => {
  const { args, options, terminal, userName } = invocation
  const message = await wordsOf(args[1]!, terminal)
  return withDoors(invocation, {}, async (doors) => {
    const { prompt } = await doors.squad.answer({
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
    return exitCodes.agreed
  })
}
