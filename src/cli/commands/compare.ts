import { invalidInput } from "../../core/errors.ts"
import { type CommandHandler, withClient, writeJson } from "../command.ts"
import { comparisonText } from "../comparison-text.ts"
import { exitCodes } from "../exit-codes.ts"
import { resolveDiscussionId } from "../resolve-discussion-id.ts"

export const compareCommand: CommandHandler = (invocation) =>
  withClient(invocation, {}, async (client) => {
    const { args, options, terminal } = invocation
    const first = await client.discussion(await resolveDiscussionId(client, args[0]!))
    const other = args[1] === undefined ? first.parent?.discussionId : await resolveDiscussionId(client, args[1])
    if (other === undefined) {
      throw invalidInput([{ field: "b", message: `${first.id} is no fork; name the discussion to compare it with` }])
    }
    const second = await client.discussion(other)
    // What it is a fork of comes first.
    const [a, b] = args[1] === undefined ? [second, first] : [first, second]
    const comparison = await client.compare(a.id, b.id)
    if (options.json) writeJson(terminal, { a: a.id, b: b.id, comparison })
    else terminal.write(comparisonText(comparison, { a, b }, terminal))
    return exitCodes.success
  })
