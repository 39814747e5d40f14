import type { SeatInput } from "../../core/formats/discussion-input.ts"
import type { PublicDiscussion } from "../../core/public/types.ts"
import type { Client } from "../client.ts"
import { type CommandHandler, type Invocation, withClient, writeJson } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { parseSeat } from "../parse-seat.ts"
import { printableLine } from "../printable.ts"
import { resolveDiscussionId } from "../resolve-discussion-id.ts"

/** A command that does one thing to a discussion and says how that stands now. Repeats are harmless. */
function steeringCommand<Options>(
  act: (client: Client, id: string, invocation: Invocation<Options>) => Promise<PublicDiscussion>,
): CommandHandler<Options> {
  return (invocation) =>
    withClient(invocation, {}, async (doors) => {
      const { args, options, terminal } = invocation
      const id = await resolveDiscussionId(doors, args[0]!)
      const discussion = await act(doors, id, invocation)
      if (options.json) writeJson(terminal, { discussion })
      else {
        const names = discussion.seats.map(({ name }) => printableLine(name)).join(", ")
        terminal.note(`${id.slice(0, 8)} is ${discussion.status}, in round ${discussion.round}; seated: ${names}\n`)
      }
      return exitCodes.success
    })
}

export const pauseCommand = steeringCommand((client, id) => client.pause(id))

export const stopCommand = steeringCommand((client, id) => client.abort(id))

export const interruptCommand = steeringCommand<{ readonly turn?: string }>((client, id, { options }) =>
  client.interrupt(id, options.turn),
)

export const joinCommand = steeringCommand<Pick<SeatInput, "persona" | "briefing">>((client, id, { args, options }) => {
  const { persona, briefing } = options
  return client.join(id, {
    ...parseSeat(args[1]!, "seat"),
    ...(persona !== undefined && { persona }),
    ...(briefing !== undefined && { briefing }),
  })
})

export const leaveCommand = steeringCommand((client, id, { args }) => client.leave(id, args[1]!))
