import { colours } from "../colours.ts"
import { type CommandRun, withDoors, writeJson } from "../command.ts"
import type { Doors } from "../doors.ts"
import { exitCodes } from "../exit-codes.ts"
import { printable, printableLine } from "../printable.ts"
import { wordsOf } from "./words-of.ts"

interface Options {
  readonly as?: string
  readonly answers?: number
  readonly minutes?: number
  readonly task?: string
  readonly wait: boolean
}

export const ask: CommandRun<Options> = async (invocation) => {
  const { args, options, terminal, userName } = invocation
  const question = await wordsOf(args[0]!, terminal)
  return withDoors(invocation, { runs: true }, async (doors) => {
    const { prompt } = await doors.squad.ask({
      requester_agent: options.as ?? userName,
      prompt_message: question,
      ...(options.answers !== undefined && { required_responses: options.answers }),
      ...(options.minutes !== undefined && { timeout_minutes: options.minutes }),
      ...(options.task !== undefined && { task_id: options.task }),
    })
    if (!options.wait) {
      if (options.json) writeJson(terminal, { prompt })
      else terminal.write(`${prompt.id}\n`)
      return exitCodes.agreed
    }
    const leave = new AbortController()
    const unheard = terminal.onInterrupt(() => leave.abort())
    terminal.note(`asked as ${prompt.id}; ${prompt.required_responses} answers are wanted\n`)
    const detail = await untilReady(doors, prompt.id, leave.signal).finally(unheard)
    if (options.json) writeJson(terminal, detail)
    else {
      const { bold } = colours(terminal.colour)
      for (const { agent, message } of detail.collectedContext) {
        terminal.write(`${bold(printableLine(agent))}\n${printable(message)}\n\n`)
      }
      terminal.note(`${detail.prompt.status}: ${detail.responseCount} of ${detail.requiredResponses} answers\n`)
    }
    if (!detail.ready) return exitCodes.aborted
    return detail.prompt.status === "resolved" ? exitCodes.agreed : exitCodes.noAgreement
  })
}

async function untilReady(doors: Doors, id: string, signal: AbortSignal) {
  for (;;) {
    const detail = await doors.squad.wait(id, 30, signal).catch((error) => {
      if (!signal.aborted) throw error
      return doors.squad.wait(id, 0)
    })
    if (detail.ready || signal.aborted) return detail
  }
}
