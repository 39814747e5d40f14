import type { ApiFetch } from "../client/client.ts"
import { ConclaveError } from "../core/errors.ts"
import { LiveTurns } from "../engine/live/live-turns.ts"
import type { DiscussionStore } from "../ports/discussion-store.ts"
import { localOrganisationId } from "../ports/key-store.ts"
import type { Storage } from "../ports/storage.ts"
import { Authorizer, localAccess } from "../server/access/authorizer.ts"
import { Api } from "../server/api.ts"
import { errorResponse, HttpError } from "../server/http/http-error.ts"
import { Idempotency } from "../server/idempotency.ts"
import { defaultRateLimits, StreamLimits } from "../server/limits/stream-limits.ts"
import type { OrganisationServices, Resources, Services } from "../server/services.ts"
import { MemoryIdempotencyStore } from "../stores/memory/memory-idempotency-store.ts"
import { systemClock, systemIds } from "./system-ports.ts"

type RouteGroup = (api: Api) => void

/** The routes that commands use; the first match wins. Each is loaded, with its schemas, on first use. */
const routes: readonly (readonly [path: RegExp, load: () => Promise<RouteGroup>])[] = [
  [
    /^GET \/api\/v1\/discussions(\/[^/]+\/summary)?$/,
    async () => (await import("../server/routes/list-discussions.ts")).listRoutes,
  ],
  [/^GET .*\/events$/, eventRoutes],
  [/^GET .*\/compare$/, async () => (await import("../server/routes/analysis.ts")).analysisRoutes],
  [/^GET \/api\/v1\/discussions\//, discussionRoutes],
  [
    /^(PATCH|DELETE) \/api\/v1\/discussions\/[^/]+$/,
    async () => (await import("../server/routes/history.ts")).historyRoutes,
  ],
  [/^POST \/api\/v1\/discussions(\/estimate)?$/, discussionRoutes],
  [/\/api\/v1\/discussions\//, async () => (await import("../server/routes/steering.ts")).steeringRoutes],
  [/^GET \/api\/v1\/models$/, async () => (await import("../server/routes/catalogue.ts")).catalogueRoutes],
  [/^POST \/api\/discussion$/, promptRoute],
  [/^POST \/api\/discussion\//, squadRoutes],
  [/^GET \/api\/discussion/, squadRoutes],
]

async function discussionRoutes(): Promise<RouteGroup> {
  return (await import("../server/routes/discussions.ts")).discussionRoutes
}

async function squadRoutes(): Promise<RouteGroup> {
  return (await import("../server/routes/squad.ts")).squadRoutes
}

async function eventRoutes(): Promise<RouteGroup> {
  const { discussionEventRoutes } = await import("../server/routes/discussion-events.ts")
  const { DiscussionStreams } = await import("../server/sse/discussion-streams.ts")
  return (api) => discussionEventRoutes(api, new DiscussionStreams(systemClock, throwLater))
}

async function promptRoute(): Promise<RouteGroup> {
  const { startRoute } = await import("../server/routes/discussion.ts")
  const { DiscussionStreams } = await import("../server/sse/discussion-streams.ts")
  return (api) => startRoute(api, new DiscussionStreams(systemClock, throwLater))
}

/** The HTTP API in this process, for its own user: no keys, no limits; internal errors are thrown as they are. */
export function localApi(services: Services): ApiFetch {
  const limits = defaultRateLimits({ keysRequired: false })
  const loaded = new Map<RegExp, Promise<Api>>()
  const load = async (loadRoutes: () => Promise<RouteGroup>): Promise<Api> => {
    const addRoutes = await loadRoutes()
    const api = new Api({
      services,
      authorizer: new Authorizer({ authenticate: localAccess, limits, clock: systemClock }),
      streams: new StreamLimits(limits, systemClock, throwLater),
      idempotency: new Idempotency(new MemoryIdempotencyStore(systemClock)),
      bodyLimit: Number.POSITIVE_INFINITY,
    })
    api.app.onError((error) => {
      if (error instanceof HttpError || (error instanceof ConclaveError && error.code !== "UNKNOWN")) {
        return errorResponse(error)
      }
      throw error
    })
    addRoutes(api)
    return api
  }
  return async (path, init) => {
    const request = new Request(new URL(path, "http://localhost"), init)
    const called = `${request.method} ${new URL(request.url).pathname}`
    const route = routes.find(([pattern]) => pattern.test(called))
    if (!route) throw new Error(`no route for ${called}`)
    const [pattern, loadRoutes] = route
    const api = loaded.get(pattern) ?? load(loadRoutes)
    loaded.set(pattern, api)
    return (await api).app.fetch(request)
  }
}

/** Services for read-only commands: without models, jobs and workers. */
export function readOnlyServices(storage: Storage): Services {
  const { discussions, list, squad } = storage.organisation(localOrganisationId)
  const store: DiscussionStore = {
    append: refuse,
    read: (discussionId, after, limit) => discussions.read(discussionId, after, limit),
    watch: (discussionId, onAppend) => discussions.watch(discussionId, onAppend),
  }
  return localServices({
    engine: { store, live: new LiveTurns(), models: { find: refuse }, clock: systemClock },
    discussions: list,
    placeOf: (discussionId) => list.placeOf(discussionId),
    resources: { squad } as Pick<Resources, "squad"> as Resources,
  })
}

/** Services for clients that start no discussions. */
export function localServices(services: Omit<OrganisationServices, "tableDefaults">): Services {
  return {
    clock: systemClock,
    ids: systemIds,
    idempotency: new MemoryIdempotencyStore(systemClock),
    forOrganisation: () => services as OrganisationServices,
    models: refuse,
    readiness: {},
  }
}

function refuse(): never {
  throw new Error("a read-only command tried to change something")
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
