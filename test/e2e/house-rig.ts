import { randomUUID } from "node:crypto"
import { type EngineContext, fail, LiveTurns, LocalRunner, runDiscussion } from "../../src/engine/index.ts"
import { availableModels } from "../../src/main/available-models.ts"
import { readConfig, tableDefaults } from "../../src/main/config.ts"
import { providersInUse } from "../../src/main/environment.ts"
import { systemClock, systemIds } from "../../src/main/system-ports.ts"
import { discover } from "../../src/models/discovery.ts"
import type { DiscussionStore } from "../../src/ports/discussion-store.ts"
import type { Model } from "../../src/ports/model.ts"
import type { OrganisationServices, Services } from "../../src/server/index.ts"
import { PostgresAgentStore } from "../../src/stores/postgres/agents/postgres-agent-store.ts"
import { type Database, openDatabase } from "../../src/stores/postgres/database.ts"
import { PostgresIdempotencyStore } from "../../src/stores/postgres/idempotency/postgres-idempotency-store.ts"
import { PostgresDiscussionList } from "../../src/stores/postgres/postgres-discussion-list.ts"
import { PostgresDiscussionStore } from "../../src/stores/postgres/postgres-discussion-store.ts"
import { PostgresProjectStore } from "../../src/stores/postgres/projects/postgres-project-store.ts"
import { PostgresSquadStore } from "../../src/stores/postgres/squad/postgres-squad-store.ts"
import { PostgresWebhookStore } from "../../src/stores/postgres/webhooks/postgres-webhook-store.ts"
import { type Rig, rig } from "./server-rig.ts"

export interface House extends Rig {
  readonly database: Database
  /** A server on the same database for somebody else's organisation. */
  readonly others: Rig
  readonly organisationId: string
  close(): Promise<void>
}

/** A server on a database of its own that keeps everything a server keeps; discussions run in this process. */
export async function openHouse(own: readonly Model[]): Promise<House> {
  const database = await openDatabase({ data: "memory" })
  const [organisationId, other] = [randomUUID(), randomUUID()]
  await database.pool.query("INSERT INTO organisations (id, name) VALUES ($1, 'One'), ($2, 'Other')", [
    ...[organisationId, other],
  ])
  const runners: LocalRunner[] = []
  const services = servicesOn(database, own, runners)
  const as = (id: string) => rig({ services, authenticate: () => ({ organisationId: id, scope: "admin" }) })
  return {
    ...as(organisationId),
    others: as(other),
    database,
    organisationId,
    async close() {
      for (const runner of runners) runner.stop()
      await database.close()
    },
  }
}

function servicesOn(database: Database, own: readonly Model[], runners: LocalRunner[]): Services {
  const config = readConfig({})
  const providers = providersInUse({}, config)
  const models = availableModels({ providers, config, own, paced: false, clock: systemClock })
  const known = new Map<string, OrganisationServices>()
  const open = (organisationId: string): OrganisationServices => {
    const runner = new LocalRunner(
      (discussionId, now) => runDiscussion(engine, discussionId, { now }),
      (discussionId, error) => void fail({ context: engine, input: { discussionId, error } }),
    )
    runners.push(runner)
    const store = scheduling(new PostgresDiscussionStore({ database, organisationId }), runner)
    const engine: EngineContext = { store, live: new LiveTurns(), models, clock: systemClock }
    return {
      engine,
      discussions: new PostgresDiscussionList({ database, organisationId }),
      tableDefaults: tableDefaults(config),
      resources: {
        agents: new PostgresAgentStore(database, organisationId),
        projects: new PostgresProjectStore(database, organisationId),
        squad: new PostgresSquadStore({ database, organisationId }),
        webhooks: new PostgresWebhookStore(database, organisationId),
      },
    }
  }
  return {
    clock: systemClock,
    ids: systemIds,
    idempotency: new PostgresIdempotencyStore(database),
    models: () => discover({ settings: providers, models, own }),
    readiness: {},
    forOrganisation(id) {
      const services = known.get(id) ?? open(id)
      known.set(id, services)
      return services
    },
  }
}

/** Runs what has something to do as soon as that is committed. */
function scheduling(store: DiscussionStore, runner: LocalRunner): DiscussionStore {
  return {
    async append(discussionId, events, options) {
      await store.append(discussionId, events, options)
      if (options?.run) runner.schedule(discussionId)
    },
    read: (discussionId, after, limit) => store.read(discussionId, after, limit),
    watch: (discussionId, onAppend) => store.watch(discussionId, onAppend),
  }
}
