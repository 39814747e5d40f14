import type { SeatInput } from "../../core/formats/discussion-input.ts"
import type { PublicDiscussion } from "../../core/public/types.ts"
import { type CommandRun, type Invocation, withDoors, writeJson } from "../command.ts"
import type { Doors } from "../doors.ts"
import { exitCodes } from "../exit-codes.ts"
import { findDiscussion } from "../find-discussion.ts"
import { printableLine } from "../printable.ts"
import { readSeat } from "../read-seat.ts"

/** A command that does one thing to a discussion and says how that stands now. Repeats are harmless. */
function steering<Options>(
  act: (doors: Doors, id: string, invocation: Invocation<Options>) => Promise<PublicDiscussion>,
): CommandRun<Options> {
  return (invocation) =>
    withDoors(invocation, {}, async (doors) => {
      const { args, options, terminal } = invocation
      const id = await findDiscussion(doors, args[0]!)
      const discussion = await act(doors, id, invocation)
      if (options.json) writeJson(terminal, { discussion })
      else {
        const names = discussion.seats.map(({ name }) => printableLine(name)).join(", ")
        terminal.note(`${id.slice(0, 8)} is ${discussion.status}, in round ${discussion.round}; seated: ${names}\n`)
      }
      return exitCodes.agreed
    })
}

export const pause = steering((doors, id) => doors.pause(id))

export const stop = steering((doors, id) => doors.abort(id))

export const interrupt = steering<{ readonly turn?: string }>((doors, id, { options }) =>
  doors.interrupt(id, options.turn),
)

export const join = steering<Pick<SeatInput, "persona" | "briefing">>((doors, id, { args, options }) => {
  const { persona, briefing } = options
  return doors.join(id, {
    ...readSeat(args[1]!, "seat"),
    ...(persona !== undefined && { persona }),
    ...(briefing !== undefined && { briefing }),
  })
})

export const leave = steering((doors, id, { args }) => doors.leave(id, args[1]!))
