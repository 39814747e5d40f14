import type { TableDefaults } from "../core/tables/resolve-table.ts"
import type { EngineContext } from "../engine/context.ts"
import type { AvailableModels } from "../operations/models.ts"
import type { AgentStore } from "../ports/agent-store.ts"
import type { Clock } from "../ports/clock.ts"
import type { DiscussionList } from "../ports/discussion-list.ts"
import type { IdempotencyStore } from "../ports/idempotency-store.ts"
import type { Ids } from "../ports/ids.ts"
import type { ProjectStore } from "../ports/project-store.ts"
import type { SquadStore } from "../ports/squad-store.ts"
import type { WebhookStore } from "../ports/webhook-store.ts"
import { HttpError } from "./http/http-error.ts"
import type { ProviderChange, ProviderSetup, ProviderTest } from "./routes/providers.ts"

/** The services of one organisation. They cannot access rows of any other organisation. */
export interface OrganisationServices {
  readonly engine: EngineContext
  readonly discussions: DiscussionList
  readonly tableDefaults: Omit<TableDefaults, "seed">
  /** The queue position of a discussion; undefined if it does not wait for a worker. */
  readonly placeOf?: (discussionId: string) => Promise<number | undefined>
  /** Absent without a database; calls that need them respond 404 then. */
  readonly resources?: Resources
}

/** What the database stores for an organisation besides discussions. */
export interface Resources {
  readonly agents: AgentStore
  readonly projects: ProjectStore
  readonly squad: SquadStore
  readonly webhooks: WebhookStore
  /** Throws for URLs that deliveries would never be sent to. Absent: all URLs are allowed. */
  readonly checkWebhookUrl?: ((url: string) => Promise<void>) | undefined
}

/** Changes keys and URLs of providers at runtime. Throws INPUT_INVALID; never returns a key. */
export interface ProviderAdmin {
  readonly keepsFile: boolean
  list(): readonly ProviderSetup[]
  change(name: string, change: ProviderChange): Promise<ProviderSetup>
  /** Returns whether anything was set. */
  forget(name: string): Promise<boolean>
  test(name: string, connection: Omit<ProviderChange, "keep">): Promise<ProviderTest>
}

export interface Services {
  readonly clock: Clock
  readonly ids: Ids
  readonly idempotency: IdempotencyStore
  /** Called on every request; returns the same object for the same organisation. */
  forOrganisation(organisationId: string): OrganisationServices
  /** Never throws, and has its own timeouts. */
  models(): Promise<AvailableModels>
  /** Absent: providers cannot be changed over HTTP. */
  readonly providers?: ProviderAdmin
  /** Readiness checks by name; a failing check throws. */
  readonly readiness: Readonly<Record<string, () => Promise<void>>>
}

/** Throws ROUTE_UNKNOWN on a server without a database. */
export function requireResources({ resources }: OrganisationServices): Resources {
  if (resources) return resources
  throw new HttpError("ROUTE_UNKNOWN", "this server has no database; start it with one to use this call")
}
