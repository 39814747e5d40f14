import { join } from "node:path"
import { expect, test } from "vitest"
import { eventSchemas } from "../../src/core/public/event-schemas.ts"
import { readSources, type Sources } from "./boundaries.ts"
import { isTest } from "./layers.ts"

/** The reducers: the core's fold, and `applyPublic`. */
const reducers = ["src/core/discussion/", "src/core/public/apply-"]

/**
 * Other files that distinguish two or more event types. None of them computes a discussion's state: each converts one
 * event at a time, and may only track its own output.
 */
const converters: Readonly<Record<string, string>> = {
  "src/core/logs/upcast-v1.ts": "an old event to the current version",
  "src/core/logs/upcast-v2.ts": "an old event to the current version",
  "src/core/logs/upcast.ts": "an old event to the current version",
  "src/core/public/duet-record.ts": "an event with the duet's names, over the view",
  "src/core/public/withhold.ts": "an event without what its reader may not see",
  "src/core/steering/create-fork.ts": "a parent's event to the fork's",
  "src/engine/live/turn-offsets.ts": "how much of each turn a watcher has",
  "src/main/telemetry/tracing.ts": "an event to spans",
  "src/mcp/wait-for-discussion.ts": "an event to a progress message",
  "src/server/single-reply/deliberation.ts": "an event to Markdown, over the view; tracks how much of a turn it wrote",
  "src/server/routes/discussion.ts": "whether text of a turn was sent before it was completed",
  "src/server/sse/render-ag-ui.ts": "an event to AG-UI; tracks which messages and step it opened",
  "src/stores/projection/log-row.ts": "an event to a row",
  "src/stores/projection/project-events.ts": "rows of the view, with fields of the table",
  "src/stores/sqlite/discussions/sqlite-discussion-store.ts": "whose live text an event ends",
  "src/cli/watch-discussion.ts": "an event to lines, over the view",
}

const kinds = new Set(Object.keys(eventSchemas))
const matched = /(?:case |type [!=]== )"(\w+)"/g

function filesDistinguishingEvents(sources: Sources): readonly string[] {
  return [...sources]
    .filter(([file]) => !isTest(file) && !reducers.some((folder) => file.startsWith(folder)))
    .filter(([, source]) => {
      const found = [...source.matchAll(matched)].map(([, kind]) => kind!).filter((kind) => kinds.has(kind))
      return new Set(found).size > 1
    })
    .map(([file]) => file)
}

test("only the fold and applyPublic reduce events; other files convert them one by one", () => {
  const sources = readSources(join(import.meta.dirname, "../.."))
  expect(filesDistinguishingEvents(sources).toSorted()).toEqual(Object.keys(converters).toSorted())
})

test("another reducer is found", () => {
  const source = 'switch (event.type) { case "turn_started": a(); case "turn_completed": b() }'
  expect(filesDistinguishingEvents(new Map([["src/server/new.ts", source]]))).toEqual(["src/server/new.ts"])
  expect(filesDistinguishingEvents(new Map([["web/src/new.tsx", 'if (event.type === "turn_started") a()']]))).toEqual(
    [],
  )
})
