import { isOver } from "../../core/discussion/fold.ts"
import { type CommandRun, withDoors, writeJson } from "../command.ts"
import { exitCodes } from "../exit-codes.ts"
import { findDiscussion } from "../find-discussion.ts"
import { DiscussionScreen } from "../show-discussion.ts"
import { watchDiscussion } from "../watch-discussion.ts"
import { reportEnd } from "./report-end.ts"

export const show: CommandRun<{ readonly watch?: true }> = (invocation) =>
  withDoors(invocation, {}, async (doors) => {
    const { args, options, terminal, now } = invocation
    const id = await findDiscussion(doors, args[0]!)
    const discussion = await doors.discussion(id)
    if (options.watch && (isOver(discussion.status) || (await doors.hasWorkers()))) {
      const showing = options.json ? "lines" : "live"
      const seen = await watchDiscussion({ doors, terminal, id, showing, onlyLooks: true, now })
      return reportEnd(doors, terminal, seen, options.json ? { json: true } : {})
    }
    if (options.json) writeJson(terminal, { discussion })
    else {
      const { write, colour, plain } = terminal
      const screen = new DiscussionScreen({ write, width: terminal.width(), colour, plain })
      const leave = new AbortController()
      for await (const event of doors.follow(id, { signal: leave.signal })) {
        screen.event(event)
        if (event.type !== "turn_chunk" && event.seq >= discussion.seq) break
      }
      if (!isOver(discussion.status)) terminal.note(`It is ${discussion.status}. conclave resume ${id.slice(0, 8)}\n`)
    }
    return exitCodes.agreed
  })
