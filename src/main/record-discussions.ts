import { discussionLine, recordingFile, recordModels } from "../models/replay/record-models.ts"
import type { AppOptions } from "./app.ts"

/** Writes a recording of the discussions that begin in this process; those that others left behind are none of it. */
export function recordDiscussions(path: string): Required<Pick<AppOptions, "wrapModels" | "instrumentStore">> {
  const write = recordingFile(path, "--recording")
  const begun = new Set<string>()
  return {
    wrapModels: (models) =>
      recordModels(models, (line) => {
        if (begun.has(JSON.parse(line).discussion)) write(line)
      }),
    instrumentStore: (store) => ({
      async append(discussionId, events, options) {
        const [first] = events
        if (first?.type === "discussion_created") {
          // Side discussions are held again with the one that they belong to.
          if (first.data.table.parent === undefined) write(discussionLine(discussionId, first.data.table))
          begun.add(discussionId)
        }
        await store.append(discussionId, events, options)
      },
      read: (discussionId, after, limit) => store.read(discussionId, after, limit),
      watch: (discussionId, onAppend) => store.watch(discussionId, onAppend),
    }),
  }
}
