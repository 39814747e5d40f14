import type { TableDefaults } from "../core/tables/resolve-table.ts"
import type { EngineContext } from "../engine/context.ts"
import type { AgentStore } from "../ports/agent-store.ts"
import type { Clock } from "../ports/clock.ts"
import type { DiscussionList } from "../ports/discussion-list.ts"
import type { IdempotencyStore } from "../ports/idempotency-store.ts"
import type { Ids } from "../ports/ids.ts"
import type { ProjectStore } from "../ports/project-store.ts"
import type { SquadStore } from "../ports/squad-store.ts"
import type { WebhookStore } from "../ports/webhook-store.ts"

/** What the routes work through for one organisation. Nothing here can reach another organisation's rows. */
export interface OrganisationServices {
  readonly engine: EngineContext
  readonly discussions: DiscussionList
  /** What fills in for what the input of a new discussion leaves open. */
  readonly tableDefaults: Omit<TableDefaults, "seed">
  /** Absent where discussions are kept in this process alone; the calls that need them are not there then. */
  readonly resources?: Resources
}

/** What a database keeps of an organisation beside its discussions. */
export interface Resources {
  readonly agents: AgentStore
  readonly projects: ProjectStore
  readonly squad: SquadStore
  readonly webhooks: WebhookStore
}

/** Which providers can be used and which models are there, as `GET /api/v1/models` shows them. */
export interface AvailableModels {
  readonly providers: readonly {
    readonly name: string
    readonly ready: boolean
    readonly missing?: string
    readonly baseUrl?: string
    readonly problem?: string
  }[]
  readonly models: readonly {
    readonly id: string
    readonly provider: string
    readonly structured: boolean
    readonly reasoning?: boolean
    readonly contextTokens?: number
    readonly rehearsal?: true
    readonly suggested?: true
    readonly note?: string
  }[]
}

/** Everything the server is given. */
export interface Services {
  readonly clock: Clock
  readonly ids: Ids
  readonly idempotency: IdempotencyStore
  /** Called for every request: gives the same bundle for the same organisation. */
  forOrganisation(organisationId: string): OrganisationServices
  /** Looked for whenever it is asked: never throws, and takes no longer than a request may. */
  models(): Promise<AvailableModels>
  /** What must hold before traffic is wanted, by name; each throws where it does not. */
  readonly readiness: Readonly<Record<string, () => Promise<void>>>
}
