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

/** What the routes work through for one organisation. Nothing here can reach another organisation's rows. */
export interface OrganisationServices {
  readonly engine: EngineContext
  readonly discussions: DiscussionList
  readonly tableDefaults: Omit<TableDefaults, "seed">
  /** The place of a discussion among those that wait for a worker; undefined where it does not wait. */
  readonly placeOf?: (discussionId: string) => Promise<number | undefined>
  /** Absent without a database; the calls that need them answer 404 then. */
  readonly resources?: Resources
}

/** What a database stores for an organisation besides its discussions. */
export interface Resources {
  readonly agents: AgentStore
  readonly projects: ProjectStore
  readonly squad: SquadStore
  readonly webhooks: WebhookStore
  /** Throws where nothing would ever be sent to an address; left out where everything may be called. */
  readonly checkWebhookUrl?: ((url: string) => Promise<void>) | undefined
}

/** Keys and addresses of providers, changed while the server runs. Throws INPUT_INVALID, and never shows a key. */
export interface ProviderAdmin {
  readonly keepsFile: boolean
  list(): readonly ProviderSetup[]
  change(name: string, change: ProviderChange): Promise<ProviderSetup>
  /** Whether there was something to forget. */
  forget(name: string): Promise<boolean>
  test(name: string, connection: Omit<ProviderChange, "keep">): Promise<ProviderTest>
}

export interface Services {
  readonly clock: Clock
  readonly ids: Ids
  readonly idempotency: IdempotencyStore
  /** Called for every request: returns the same services for the same organisation. */
  forOrganisation(organisationId: string): OrganisationServices
  /** Never throws, and takes no longer than a request may. */
  models(): Promise<AvailableModels>
  /** Left out: they cannot be changed from outside. */
  readonly providers?: ProviderAdmin
  /** Readiness checks by name; each throws where it fails. */
  readonly readiness: Readonly<Record<string, () => Promise<void>>>
}

/** An organisation's agents, projects, squad and webhooks; throws ROUTE_UNKNOWN on a server without a database. */
export function requireResources({ resources }: OrganisationServices): Resources {
  if (resources) return resources
  throw new HttpError("ROUTE_UNKNOWN", "this server has no database; start it with one to use this call")
}
