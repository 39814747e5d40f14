import type { SeatInput } from "../../core/formats/discussion-input.ts"
import type { PublicDiscussion } from "../../core/public/types.ts"
import { steeringOperations } from "../../operations/steering.ts"
import type { Client } from "../client.ts"
import {
  type Command,
  type CommandContext,
  type CommandDefinition,
  command,
  withClient,
  withHeading,
  writeJson,
} from "../command.ts"
import { discussionIdArgument, resolveDiscussionId } from "../common-options.ts"
import { exitCodes } from "../exit-codes.ts"
import { argumentOf, commandOf, optionsOf } from "../operation-options.ts"
import { parseSeat } from "../parse-seat.ts"
import { printableLine } from "../printable.ts"

const { interrupt, pause, abort, join, leave } = steeringOperations

type Act<Options> = (client: Client, id: string, context: CommandContext<Options>) => Promise<PublicDiscussion>

/** A command that does one thing to a discussion and says how that stands now. Repeats are harmless. */
function steeringCommand<Options>(definition: Omit<CommandDefinition, "group">, act: Act<Options>): Command {
  return command<Options>({
    ...definition,
    group: "Steering",
    run: (context) =>
      withClient(context, "steer", async (client) => {
        const { args, options, terminal } = context
        const id = await resolveDiscussionId(client, args[0]!)
        const discussion = await act(client, id, context)
        if (options.json) writeJson(terminal, { discussion })
        else {
          const names = discussion.seats.map(({ name }) => printableLine(name)).join(", ")
          terminal.note(`${id.slice(0, 8)} is ${discussion.status}, in round ${discussion.round}; seated: ${names}\n`)
        }
        return exitCodes.success
      }),
  })
}

export const commands = [
  steeringCommand<{ readonly turn?: string }>(
    {
      ...commandOf(interrupt),
      arguments: [discussionIdArgument],
      options: optionsOf(interrupt.input.shape, { turn: "--turn <id>" }),
    },
    (client, id, { options }) => client.interrupt(id, options.turn),
  ),

  steeringCommand(
    {
      ...commandOf(pause),
      arguments: [discussionIdArgument],
    },
    (client, id) => client.pause(id),
  ),

  steeringCommand<{ readonly reason?: string }>(
    {
      ...commandOf(abort),
      arguments: [discussionIdArgument],
      options: optionsOf(abort.input.shape, { reason: "--reason <text>" }),
    },
    (client, id, { options }) => client.abort(id, options.reason),
  ),

  steeringCommand<Pick<SeatInput, "persona" | "briefing">>(
    {
      ...commandOf(join),
      arguments: [discussionIdArgument, { name: "seat", about: "as with `conclave discuss --seat`", values: "seats" }],
      options: withHeading(
        "The seat",
        optionsOf(join.input.shape, { persona: "--persona <text>", briefing: "--briefing <text>" }),
      ),
      examples: ['conclave join 0b6f3c1e Lawyer --persona "You know tenancy law."', "conclave join 0b6f3c1e Kim=human"],
    },
    (client, id, { args, options: { persona, briefing } }) =>
      client.join(id, {
        ...parseSeat(args[1]!, "seat"),
        ...(persona !== undefined && { persona }),
        ...(briefing !== undefined && { briefing }),
      }),
  ),

  steeringCommand(
    {
      ...commandOf(leave),
      arguments: [discussionIdArgument, argumentOf("seat", leave.target.shape.seat)],
    },
    (client, id, { args }) => client.leave(id, args[1]!),
  ),
]
