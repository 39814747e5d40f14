import { isOver } from "../../core/discussion/fold.ts"
import { type CommandHandler, withClient, writeJson } from "../command.ts"
import { DiscussionScreen } from "../discussion-screen.ts"
import { exitCodes } from "../exit-codes.ts"
import { resolveDiscussionId } from "../resolve-discussion-id.ts"
import { watchDiscussion } from "../watch-discussion.ts"
import { reportOutcome } from "./report-outcome.ts"

export const showCommand: CommandHandler<{ readonly watch?: true }> = (invocation) =>
  withClient(invocation, {}, async (client) => {
    const { args, options, terminal, now } = invocation
    const id = await resolveDiscussionId(client, args[0]!)
    const discussion = await client.discussion(id)
    if (options.watch && (client.shared || isOver(discussion.status))) {
      const outputMode = options.json ? "lines" : "live"
      const seen = await watchDiscussion({ client, terminal, id, outputMode, readOnly: true, now })
      return reportOutcome(client, terminal, seen, options.json ? { json: true } : {})
    }
    if (options.json) writeJson(terminal, { discussion })
    else {
      const { write, colour, plain } = terminal
      const screen = new DiscussionScreen({ write, width: terminal.width(), colour, plain })
      const leave = new AbortController()
      for await (const event of client.follow(id, { signal: leave.signal })) {
        screen.event(event)
        if (event.type !== "turn_chunk" && event.seq >= discussion.seq) break
      }
      if (!isOver(discussion.status)) terminal.note(`It is ${discussion.status}. conclave resume ${id.slice(0, 8)}\n`)
    }
    return exitCodes.success
  })
