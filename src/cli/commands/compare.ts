import { invalidInput } from "../../core/errors.ts"
import { type CommandRun, withDoors, writeJson } from "../command.ts"
import { comparisonText } from "../comparison-text.ts"
import { exitCodes } from "../exit-codes.ts"
import { findDiscussion } from "../find-discussion.ts"

export const compare: CommandRun = (invocation) =>
  withDoors(invocation, {}, async (doors) => {
    const { args, options, terminal } = invocation
    const first = await doors.discussion(await findDiscussion(doors, args[0]!))
    const other = args[1] === undefined ? first.parent?.discussionId : await findDiscussion(doors, args[1])
    if (other === undefined) {
      throw invalidInput([{ field: "b", message: `${first.id} is no fork; name the discussion to compare it with` }])
    }
    const second = await doors.discussion(other)
    // What it is a fork of comes first.
    const [a, b] = args[1] === undefined ? [second, first] : [first, second]
    const comparison = await doors.compare(a.id, b.id)
    if (options.json) writeJson(terminal, { a: a.id, b: b.id, comparison })
    else terminal.write(comparisonText(comparison, { a, b }, terminal))
    return exitCodes.agreed
  })
