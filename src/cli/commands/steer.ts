import type { SeatInput } from "../../core/formats/discussion-input.ts"
import { omitUndefined } from "../../core/omit-undefined.ts"
import type { PublicDiscussion } from "../../core/public/types.ts"
import { steeringOperations } from "../../operations/steering.ts"
import type { Client } from "../client.ts"
import {
  type ArgumentDefinition,
  type Command,
  type CommandContext,
  type CommandDefinition,
  command,
  groups,
  withHeading,
  writeJson,
} from "../command.ts"
import { discussionIdArgument, withDiscussion } from "../common-options.ts"
import { argumentOf, commandOf, optionsOf } from "../operation-options.ts"
import { parseSeat } from "../parse-seat.ts"
import { printableLine } from "../printable.ts"

const { interrupt, pause, abort, join, leave } = steeringOperations

type Act<Options> = (client: Client, id: string, context: CommandContext<Options>) => Promise<PublicDiscussion>

/** A command that changes a discussion and prints its new state. Idempotent. */
function steeringCommand<Options>(
  definition: Omit<CommandDefinition, "group" | "arguments">,
  act: Act<Options>,
  moreArguments: readonly ArgumentDefinition[] = [],
): Command {
  return command<Options>({
    ...definition,
    group: groups.steer,
    arguments: [discussionIdArgument, ...moreArguments],
    run: (context) =>
      withDiscussion(context, "steer", async (client, id) => {
        const discussion = await act(client, id, context)
        if (context.options.json) return writeJson(context.terminal, { discussion })
        const { status, round, seats } = discussion
        const names = seats.map(({ name }) => printableLine(name)).join(", ")
        context.terminal.note(`${id.slice(0, 8)} is ${status}, in round ${round}; seats: ${names}\n`)
      }),
  })
}

export const commands = [
  steeringCommand<{ readonly turn?: string }>(
    { ...commandOf(interrupt), options: optionsOf(interrupt.input.shape, { turn: "--turn <id>" }) },
    (client, id, { options }) => client.interrupt(id, options.turn),
  ),

  steeringCommand(commandOf(pause), (client, id) => client.pause(id)),

  steeringCommand<{ readonly reason?: string }>(
    { ...commandOf(abort), options: optionsOf(abort.input.shape, { reason: "--reason <text>" }) },
    (client, id, { options }) => client.abort(id, options.reason),
  ),

  steeringCommand<Pick<SeatInput, "persona" | "briefing">>(
    {
      ...commandOf(join),
      options: withHeading(
        "Seat",
        optionsOf(join.input.shape, { persona: "--persona <text>", briefing: "--briefing <text>" }),
      ),
      examples: ['conclave join 0b6f3c1e Lawyer --persona "You know tenancy law."', "conclave join 0b6f3c1e Kim=human"],
    },
    (client, id, { args, options: { persona, briefing } }) =>
      client.join(id, { ...parseSeat(args[1]!, "seat"), ...omitUndefined({ persona, briefing }) }),
    [{ name: "seat", about: "as for `conclave discuss --seat`", values: "seats" }],
  ),

  steeringCommand(commandOf(leave), (client, id, { args }) => client.leave(id, args[1]!), [
    argumentOf("seat", leave.target.shape.seat),
  ]),
]
