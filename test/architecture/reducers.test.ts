import { join } from "node:path"
import { expect, test } from "vitest"
import { eventSchemas } from "../../src/core/public/event-schemas.ts"
import { readSources, type Sources } from "./boundaries.ts"
import { isTest } from "./layers.ts"

/** Where events become state: the core's fold, and `applyPublic`, the view of what is public. */
const reducing = ["src/core/discussion/", "src/core/public/apply-"]

/**
 * Other files that tell two or more kinds of events apart. None of them works out what a discussion has come to: it
 * renders or counts one event at a time, and may remember what it has written itself.
 */
const oneByOne: Readonly<Record<string, string>> = {
  "src/core/logs/upcast-v1.ts": "an old event to today's",
  "src/core/logs/upcast-v2.ts": "an old event to today's",
  "src/core/logs/upcast.ts": "an old event to today's",
  "src/core/public/duet-record.ts": "an event in a duet's own words, over the view",
  "src/core/public/publish.ts": "an event as everyone may see it",
  "src/core/public/withhold.ts": "an event without what its reader may not see",
  "src/core/steering/create-fork.ts": "a parent's event to the fork's",
  "src/engine/live/follower.ts": "what an event ends for a watcher",
  "src/engine/live/turn-offsets.ts": "how much of each turn a watcher has",
  "src/main/telemetry/tracing.ts": "an event to spans",
  "src/mcp/wait-for-discussion.ts": "an event to a line of progress",
  "src/server/openai/deliberation.ts": "an event to Markdown, over the view; remembers how much of a turn it wrote",
  "src/server/routes/discussion.ts": "whether words of a turn were sent before it was completed",
  "src/server/sse/render-ag-ui.ts": "an event to AG-UI; remembers which messages and step it opened",
  "src/stores/projection/log-row.ts": "an event to a row",
  "src/stores/projection/project-events.ts": "rows of the view, with what only the table has",
  "src/stores/sqlite/discussions/sqlite-discussion-store.ts": "whose words an event ends",
  "src/cli/watch-discussion.ts": "an event to lines, over the view",
}

const kinds = new Set(Object.keys(eventSchemas))
const matched = /(?:case |type [!=]== )"(\w+)"/g

function tellingApart(sources: Sources): readonly string[] {
  return [...sources]
    .filter(([file]) => !isTest(file) && !reducing.some((folder) => file.startsWith(folder)))
    .filter(([, source]) => {
      const found = [...source.matchAll(matched)].map(([, kind]) => kind!).filter((kind) => kinds.has(kind))
      return new Set(found).size > 1
    })
    .map(([file]) => file)
}

test("events are reduced by the fold and by applyPublic alone; whoever else tells them apart renders them one by one", () => {
  const sources = readSources(join(import.meta.dirname, "../.."))
  expect(tellingApart(sources).toSorted()).toEqual(Object.keys(oneByOne).toSorted())
})

test("another reducer is found", () => {
  const source = 'switch (event.type) { case "turn_started": a(); case "turn_completed": b() }'
  expect(tellingApart(new Map([["src/server/new.ts", source]]))).toEqual(["src/server/new.ts"])
  expect(tellingApart(new Map([["web/src/new.tsx", 'if (event.type === "turn_started") a()']]))).toEqual([])
})
