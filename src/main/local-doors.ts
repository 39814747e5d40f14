import type { Doors, ExportForm, SeenEvent, ShownDiscussion } from "../cli/doors.ts"
import type { LiveEvent } from "../core/discussion/event.ts"
import type { DiscussionState } from "../core/discussion/state.ts"
import { ConclaveError } from "../core/errors.ts"
import { compareForks } from "../core/reporting/compare-forks.ts"
import { writeMarkdown } from "../core/reporting/write-markdown.ts"
import {
  abort,
  type EngineContext,
  follow,
  fork,
  interject,
  interrupt,
  join,
  leave,
  loadState,
  pause,
  resume,
  say,
} from "../engine/index.ts"
import { create } from "../engine/verbs/create.ts"
import { localOrganisation } from "../ports/organisation.ts"
import { presentDiscussion } from "../server/present/present-discussion.ts"
import { presentEventData } from "../server/present/present-event.ts"
import { writeHtml } from "../server/present/write-html.ts"
import { answerPrompt, listPrompts, longestWaitSeconds, postPrompt, waitForPrompt } from "../squad/index.ts"
import type { House } from "./house.ts"

const shown = (state: DiscussionState) => presentDiscussion(state) as ShownDiscussion

/** Works through the database that this process has open. */
export function localDoors(house: House, close: () => Promise<void>): Doors {
  const { services, keys, storage } = house
  const {
    engine: context,
    discussions,
    tableDefaults: defaults,
    resources,
  } = services.forOrganisation(localOrganisation)
  const { squad } = resources!
  const { clock } = services
  return {
    hasWorkers: () => storage.hasWorkers(),
    list: (filter) => discussions.list(filter),
    discussion: async (id) => shown(await loadState(context.store, id)),
    export: (id, form) => record(context, id, form),
    async discuss(asked, sessionId) {
      const discussionId = services.ids.discussion()
      await create({ context, input: { discussionId, asked, defaults, sessionId } })
      return discussionId
    },
    follow: (discussionId, { after, signal } = {}) =>
      seen(follow(context, { discussionId, ...(after !== undefined && { after }), ...(signal && { signal }) })),
    async say(discussionId, content, seat) {
      await say({ context, input: { discussionId, content, ...(seat !== undefined && { seat }) } })
    },
    async interject(discussionId, author, content) {
      await interject({ context, input: { discussionId, author, content } })
    },
    pause: async (discussionId) => shown(await pause({ context, input: { discussionId } })),
    resume: async (discussionId) => shown(await resume({ context, input: { discussionId } })),
    abort: async (discussionId) => shown(await abort({ context, input: { discussionId } })),
    interrupt: async (discussionId, turn) =>
      shown(await interrupt({ context, input: { discussionId, ...(turn !== undefined && { turn }) } })),
    join: async (discussionId, seat) => shown(await join({ context, input: { discussionId, seat } })),
    leave: async (discussionId, seat) => shown(await leave({ context, input: { discussionId, seat } })),
    async fork(discussionId, atTurn, changes) {
      const forkId = services.ids.discussion()
      await fork({ context, input: { discussionId, forkId, atTurn, changes, defaults } })
      return forkId
    },
    compare: async (a, b) => compareForks(await loadState(context.store, a), await loadState(context.store, b)),
    models: () => services.models(),
    squad: {
      ask: (input) => postPrompt({ context: { squad }, input }),
      wait(promptId, wanted, signal) {
        const seconds = Math.min(wanted, longestWaitSeconds)
        return waitForPrompt({ context: { squad, clock }, input: { promptId, seconds, ...(signal && { signal }) } })
      },
      answer: (input) => answerPrompt({ context: { squad }, input }),
      prompts: (input) => listPrompts({ context: { squad }, input }),
    },
    keys: {
      organisations: () => keys.organisations(),
      createOrganisation: (name) => keys.createOrganisation(name),
      create: (key) => keys.create(key),
      list: () => keys.list(),
      async revoke(id) {
        const key = (await keys.list()).find((one) => one.id === id)
        if (!key) throw new ConclaveError("NOT_FOUND", "there is no such key")
        return keys.revoke(key.organisationId, id)
      },
    },
    close,
  }
}

async function record(context: EngineContext, id: string, form: ExportForm): Promise<string> {
  const state = await loadState(context.store, id)
  switch (form) {
    case "md":
      return writeMarkdown(state)
    case "html":
      return String(await writeHtml(state))
    case "json":
      return `${JSON.stringify({ discussion: presentDiscussion(state) }, null, 2)}\n`
  }
}

async function* seen(events: AsyncIterable<LiveEvent>): AsyncGenerator<SeenEvent, void> {
  for await (const event of events) yield { ...event, data: presentEventData(event) } as SeenEvent
}
