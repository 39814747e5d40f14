import type { Client, ExportFormat } from "../cli/client.ts"
import type { LiveEvent } from "../core/discussion/event.ts"
import type { DiscussionState } from "../core/discussion/state.ts"
import { ConclaveError } from "../core/errors.ts"
import { publish } from "../core/public/publish.ts"
import { publishDiscussion } from "../core/public/publish-discussion.ts"
import type { PublicDiscussion, PublicEvent } from "../core/public/types.ts"
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
import { createDiscussion } from "../engine/verbs/create-discussion.ts"
import { localOrganisationId } from "../ports/organisation.ts"
import { writeHtml } from "../server/present/write-html.ts"
import { answerPrompt, listPrompts, longestWaitSeconds, postPrompt, waitForPrompt } from "../squad/index.ts"
import type { App } from "./app.ts"

const toPublicDiscussion = (state: DiscussionState) => publishDiscussion(state) as PublicDiscussion

/** Works through the database that this process has open. */
export function createLocalClient(app: App, close: () => Promise<void>): Client {
  const { services, keys, database } = app
  const {
    engine: context,
    discussions,
    tableDefaults: defaults,
    resources,
  } = services.forOrganisation(localOrganisationId)
  const { squad } = resources!
  const { clock } = services
  return {
    address: null,
    shared: !database.embedded,
    list: (filter) => discussions.list(filter),
    discussion: async (id) => toPublicDiscussion(await loadState(context.store, id)),
    export: (id, form) => exportDiscussion(context, id, form),
    async discuss(asked, sessionId) {
      const discussionId = services.ids.discussion()
      await createDiscussion({ context, input: { discussionId, request: asked, defaults, sessionId } })
      return discussionId
    },
    follow: (discussionId, { after, signal } = {}) =>
      published(follow(context, { discussionId, ...(after !== undefined && { after }), ...(signal && { signal }) })),
    async say(discussionId, content, seat) {
      await say({ context, input: { discussionId, content, ...(seat !== undefined && { seat }) } })
    },
    async interject(discussionId, author, content) {
      await interject({ context, input: { discussionId, author, content } })
    },
    pause: async (discussionId) => toPublicDiscussion(await pause({ context, input: { discussionId } })),
    resume: async (discussionId) => toPublicDiscussion(await resume({ context, input: { discussionId } })),
    abort: async (discussionId) => toPublicDiscussion(await abort({ context, input: { discussionId } })),
    interrupt: async (discussionId, turn) =>
      toPublicDiscussion(await interrupt({ context, input: { discussionId, ...(turn !== undefined && { turn }) } })),
    join: async (discussionId, seat) => toPublicDiscussion(await join({ context, input: { discussionId, seat } })),
    leave: async (discussionId, seat) => toPublicDiscussion(await leave({ context, input: { discussionId, seat } })),
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

async function exportDiscussion(context: EngineContext, id: string, form: ExportFormat): Promise<string> {
  const state = await loadState(context.store, id)
  switch (form) {
    case "md":
      return writeMarkdown(state)
    case "html":
      return String(await writeHtml(state))
    case "json":
      return `${JSON.stringify({ discussion: publishDiscussion(state) }, null, 2)}\n`
  }
}

async function* published(events: AsyncIterable<LiveEvent>): AsyncGenerator<PublicEvent, void> {
  for await (const event of events) yield publish(event)
}
