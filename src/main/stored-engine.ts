import { publishDiscussion } from "../core/public/publish-discussion.ts"
import type { PublicDiscussion } from "../core/public/types.ts"
import { type EngineContext, loadState } from "../engine/context.ts"
import { deleteDiscussion, resumeDiscussion } from "../engine/verbs/steer-discussion.ts"
import type { DiscussionFilter, DiscussionListPage } from "../ports/discussion-list.ts"
import { localOrganisationId } from "../ports/key-store.ts"
import type { App, AppOptions } from "./app.ts"
import { openRun, type Run } from "./run.ts"

/** Operations on stored discussions. */
export interface StoredDiscussions {
  /** Lists matching discussions, newest first. `limit` defaults to 50; `next` is the `cursor` of the following page. */
  list(filter?: Partial<DiscussionFilter>): Promise<DiscussionListPage>
  /** Full-text search in titles, topics, turns and outcomes. */
  search(words: string, filter?: Partial<DiscussionFilter>): Promise<DiscussionListPage>
  /** The whole discussion, as the HTTP API returns it. Throws NOT_FOUND. */
  get(id: string): Promise<PublicDiscussion>
  /** Opens an existing discussion to follow and steer. Throws NOT_FOUND. */
  open(id: string): Promise<Run>
  /** Continues a paused discussion. */
  resume(id: string): Promise<Run>
  /** Aborts the discussion and permanently deletes everything stored about it. */
  delete(id: string): Promise<void>
}

const defaultLimit = 50
/** Maximum wait for turns in flight. */
const graceMs = 1_000

interface StoredEngine {
  /** Opens the database. */
  readonly context: () => Promise<EngineContext>
  readonly discussions: StoredDiscussions
  /** Stored discussions continue at the next start. */
  readonly close: () => Promise<void>
}

/** An engine over a database, which is opened on first use. */
export function createStoredEngine(options: AppOptions): StoredEngine {
  let opened: Promise<App> | undefined
  const open = () => {
    opened ??= import("./app.ts").then(({ createApp }) => createApp(options))
    return opened
  }
  const services = async () => (await open()).services.forOrganisation(localOrganisationId)
  const context = async () => (await services()).engine
  const list = async (filter: Partial<DiscussionFilter> = {}) =>
    (await services()).discussions.list({ limit: defaultLimit, ...filter })
  return {
    context,
    discussions: {
      list,
      search: (q, filter) => list({ ...filter, q }),
      get: async (id) => publishDiscussion(await loadState((await context()).store, id)),
      open: async (id) => openRun(await context(), id),
      async resume(discussionId) {
        const engine = await context()
        await resumeDiscussion({ context: engine, input: { discussionId } })
        return openRun(engine, discussionId)
      },
      async delete(discussionId) {
        const { engine, discussions } = await services()
        await deleteDiscussion({ context: engine, input: { discussionId, discussions } })
      },
    },
    async close() {
      if (opened) await (await opened).close(graceMs)
    },
  }
}
