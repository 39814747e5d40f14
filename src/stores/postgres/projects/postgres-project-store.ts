import type { ClientBase } from "pg"
import { ConclaveError, invalidInput } from "../../../core/errors.ts"
import type { PageRequest } from "../../../ports/agent-store.ts"
import type {
  NewParticipant,
  NewProject,
  Participant,
  Project,
  ProjectPage,
  ProjectStore,
} from "../../../ports/project-store.ts"
import type { Database } from "../database.ts"
import { isUuid } from "../organisation.ts"
import { afterCursor, createdAtText, decodeCursor, toPage } from "./page-cursor.ts"

interface Row {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly rounds: number | null
  readonly participants: readonly Participant[]
  readonly createdAt: string
  readonly updated_at: Date
}

const select = `
SELECT id, name, description, rounds, updated_at, ${createdAtText} AS "createdAt",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'role', p.role, 'agentId', p.agent_id,
                                                'sequenceOrder', p.sequence_order) ORDER BY p.sequence_order), '[]')
   FROM discussion_participants p WHERE p.project_id = projects.id) AS participants
FROM projects`

/** One organisation's projects and who sits in them. */
export class PostgresProjectStore implements ProjectStore {
  readonly #database: Database
  readonly #organisationId: string

  constructor(database: Database, organisationId: string) {
    this.#database = database
    this.#organisationId = organisationId
  }

  create({ name, description, rounds = null, participants }: NewProject): Promise<Project> {
    return this.#transaction(async (client) => {
      const { rows } = await client.query<{ id: string }>(
        "INSERT INTO projects (organisation_id, name, description, rounds) VALUES ($1, $2, $3, $4) RETURNING id",
        [this.#organisationId, name, description, rounds],
      )
      const { id } = rows[0]!
      await client.query("INSERT INTO discussion_state (organisation_id, project_id) VALUES ($1, $2)", [
        ...[this.#organisationId, id],
      ])
      await this.#insertParticipants(client, id, participants)
      return await selectProject(client, id)
    })
  }

  get(id: string): Promise<Project> {
    return this.#transactionFor(id, (client) => selectProject(client, id))
  }

  async list({ limit, cursor }: PageRequest): Promise<ProjectPage> {
    const after = decodeCursor(cursor)
    const { rows } = await this.#transaction((client) =>
      client.query<Row>(`${select} WHERE ${afterCursor(1)} ORDER BY created_at DESC, id DESC LIMIT $3`, [
        ...[after?.createdAt, after?.id, limit + 1],
      ]),
    )
    const { page, next } = toPage(rows, limit)
    return { projects: page.map(toProject), next }
  }

  update(id: string, { name, description, rounds, participants }: Partial<NewProject>): Promise<Project> {
    return this.#transactionFor(id, async (client) => {
      const { rowCount } = await client.query(
        `UPDATE projects SET name = coalesce($2, name), updated_at = now(),
           description = CASE WHEN $3 THEN $4 ELSE description END,
           rounds = CASE WHEN $5 THEN $6 ELSE rounds END WHERE id = $1`,
        [id, name, description !== undefined, description, rounds !== undefined, rounds],
      )
      if (rowCount === 0) return throwProjectNotFound(id)
      if (participants) {
        await client.query("DELETE FROM discussion_participants WHERE project_id = $1", [id])
        await this.#insertParticipants(client, id, participants)
      }
      return await selectProject(client, id)
    })
  }

  async remove(id: string): Promise<void> {
    await this.#transactionFor(id, async (client) => {
      await client.query("UPDATE discussions SET project_id = NULL WHERE project_id = $1", [id])
      const { rowCount } = await client.query("DELETE FROM projects WHERE id = $1", [id])
      if (rowCount === 0) throwProjectNotFound(id)
    })
  }

  async #insertParticipants(
    client: ClientBase,
    projectId: string,
    participants: readonly NewParticipant[],
  ): Promise<void> {
    await checkAgents(client, participants)
    await client.query(
      `INSERT INTO discussion_participants (organisation_id, project_id, role, agent_id, sequence_order)
       SELECT $1, $2, role, agent_id, sequence_order
       FROM unnest($3::text[], $4::uuid[], $5::integer[]) AS given(role, agent_id, sequence_order)`,
      [
        ...[this.#organisationId, projectId, participants.map(({ role }) => role)],
        ...[participants.map(({ agentId }) => agentId), participants.map(({ sequenceOrder }) => sequenceOrder)],
      ],
    )
  }

  #transaction<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    return this.#database.transaction(this.#organisationId, work)
  }

  /** What cannot be an id is nobody's id, and need not be asked for. */
  async #transactionFor<T>(id: string, work: (client: ClientBase) => Promise<T>): Promise<T> {
    return isUuid(id) ? await this.#transaction(work) : throwProjectNotFound(id)
  }
}

/** A foreign key would also find another organisation's agents; this look finds one's own alone, and holds them. */
async function checkAgents(client: ClientBase, participants: readonly NewParticipant[]): Promise<void> {
  const asked = participants.flatMap(({ agentId }) => (agentId !== null && isUuid(agentId) ? [agentId] : []))
  const { rows } = await client.query<{ id: string }>(
    "SELECT id FROM agent_templates WHERE id = ANY ($1::uuid[]) ORDER BY id FOR KEY SHARE",
    [asked],
  )
  const known = new Set(rows.map(({ id }) => id))
  const problems = participants.flatMap(({ agentId }, index) =>
    agentId === null || known.has(agentId.toLowerCase())
      ? []
      : [{ field: `participants[${index}].agentId`, message: "there is no such agent; see /api/v1/agents" }],
  )
  if (problems.length > 0) throw invalidInput(problems)
}

async function selectProject(client: ClientBase, id: string): Promise<Project> {
  const { rows } = await client.query<Row>(`${select} WHERE id = $1`, [id])
  return rows[0] ? toProject(rows[0]) : throwProjectNotFound(id)
}

function toProject({ id, name, description, rounds, participants, createdAt, updated_at }: Row): Project {
  const updatedAt = updated_at.toISOString()
  return { id, name, description, rounds, participants, createdAt: new Date(createdAt).toISOString(), updatedAt }
}

function throwProjectNotFound(id: string): never {
  throw new ConclaveError("NOT_FOUND", `there is no project "${id.slice(0, 60)}"`)
}
