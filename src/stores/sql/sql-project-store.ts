import { randomUUID } from "node:crypto"
import { ConclaveError, invalidInput } from "../../core/errors.ts"
import { isUuid } from "../../core/text.ts"
import type { PageRequest } from "../../ports/agent-store.ts"
import type { AnswerFor } from "../../ports/idempotency-store.ts"
import type {
  NewParticipant,
  NewProject,
  Participant,
  Project,
  ProjectListPage,
  ProjectStore,
} from "../../ports/project-store.ts"
import { afterCursor, type PageCursor, pageOf } from "./page-cursor.ts"
import {
  fromRow,
  OrganisationSql,
  type Rows,
  type SqlStatement,
  type SqlStep,
  sqlPlaceholders,
} from "./sql-database.ts"
import { answerStep } from "./sql-idempotency-store.ts"

/** A row of a project joined with one of its participants, if any, as `fromRow` converts it. */
type Row = Omit<Project, "participants"> & NewParticipant & { readonly participantId: string | null }

/** One organisation's projects and their participants. */
export class SqlProjectStore extends OrganisationSql implements ProjectStore {
  async create(
    { name, description, rounds = null, participants }: NewProject,
    answerFor?: AnswerFor<Project>,
  ): Promise<Project> {
    await this.#checkAgents(participants)
    const id = randomUUID()
    const text = `INSERT INTO projects (id, organisation_id, name, description, rounds, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, now(), now())`
    const state = `INSERT INTO discussion_state (id, organisation_id, project_id, created_at, updated_at)
      VALUES ($1, $2, $3, now(), now())`
    const created = (rows: Rows) => project(grouped(rows)[0]!)
    const results = await this.#write(id, [
      { text, values: [id, this.organisationId, name, description, rounds] },
      { text: state, values: [randomUUID(), this.organisationId, id] },
      ...this.#seats(id, participants),
      this.#selectProjects("AND id = $2", [id]),
      ...answerStep(this.sql, answerFor, created),
    ])
    return created(results.at(answerFor ? -2 : -1)!)
  }

  async get(id: string): Promise<Project> {
    const [found] = isUuid(id) ? await this.#projects("AND id = $2", [id]) : []
    return found ? project(found) : unknownProject(id)
  }

  async list(request: PageRequest): Promise<ProjectListPage> {
    const { condition, values } = afterCursor(request)
    const found = await this.#projects(`${condition} ORDER BY created_at DESC, id DESC LIMIT $2`, values)
    const { page, next } = pageOf(found, request.limit)
    return { projects: page.map(project), next }
  }

  async update(id: string, { name, description, rounds, participants }: Partial<NewProject>): Promise<Project> {
    await this.get(id)
    if (participants) await this.#checkAgents(participants)
    const text = `UPDATE projects SET name = coalesce($3, name), updated_at = now(),
      description = CASE WHEN $4 THEN $5 ELSE description END,
      rounds = CASE WHEN $6 THEN $7 ELSE rounds END WHERE organisation_id = $1 AND id = $2`
    const clear = { text: "DELETE FROM discussion_participants WHERE project_id = $1", values: [id] }
    await this.#write(id, [
      { text, values: [this.organisationId, id, name, ...changed(description), ...changed(rounds)] },
      ...(participants ? [clear, ...this.#seats(id, participants)] : []),
    ])
    return await this.get(id)
  }

  async remove(id: string): Promise<void> {
    await this.get(id)
    const values = [this.organisationId, id]
    await this.#write(id, [
      { text: "UPDATE discussions SET project_id = NULL WHERE organisation_id = $1 AND project_id = $2", values },
      { text: "DELETE FROM projects WHERE organisation_id = $1 AND id = $2", values },
    ])
  }

  /** Reads projects with their participants in order. `$1` is the organisation. */
  #selectProjects(condition: string, values: readonly unknown[]): SqlStatement {
    const text = `SELECT p.id, p.name, p.description, p.rounds, p.updated_at, ${this.sql.timeText("p.created_at")} AS "createdAt",
         s.id AS participant_id, s.role, s.agent_id, s.sequence_order
       FROM (SELECT * FROM projects WHERE organisation_id = $1 ${condition}) AS p
       LEFT JOIN discussion_participants s ON s.project_id = p.id
       ORDER BY p.created_at DESC, p.id DESC, s.sequence_order`
    return { text, values: [this.organisationId, ...values] }
  }

  async #projects(condition: string, values: readonly unknown[]) {
    const [found = []] = await this.sql.run(this.organisationId, [this.#selectProjects(condition, values)])
    return grouped(found)
  }

  #seats(projectId: string, participants: readonly NewParticipant[]): readonly SqlStatement[] {
    return participants.map(({ role, agentId, sequenceOrder }) => ({
      text: `INSERT INTO discussion_participants (id, organisation_id, project_id, role, agent_id, sequence_order)
        VALUES ($1, $2, $3, $4, $5, $6)`,
      values: [randomUUID(), this.organisationId, projectId, role, agentId, sequenceOrder],
    }))
  }

  async #write(id: string, steps: readonly SqlStep[]): Promise<readonly Rows[]> {
    return await this.sql.run(this.organisationId, steps).catch((error) => {
      // The project or an agent was deleted in the meantime.
      if (this.sql.isMissingReference(error)) return unknownProject(id)
      throw error
    })
  }

  /** A foreign key would also accept another organisation's agents. */
  async #checkAgents(participants: readonly NewParticipant[]): Promise<void> {
    const agentIds = participants.flatMap(({ agentId }) => (agentId !== null && isUuid(agentId) ? [agentId] : []))
    const text = `SELECT id FROM agent_templates WHERE organisation_id = $1 AND id IN (${sqlPlaceholders(agentIds, 1)})`
    const found = agentIds.length > 0 ? await this.rows<{ id: string }>(text, agentIds) : []
    const known = new Set(found.map(({ id }) => id))
    const problems = participants.flatMap(({ agentId }, index) =>
      agentId === null || known.has(agentId.toLowerCase())
        ? []
        : [{ field: `participants[${index}].agentId`, message: "there is no such agent; see /api/v1/agents" }],
    )
    if (problems.length > 0) throw invalidInput(problems)
  }
}

function project({ group }: { readonly group: Rows }): Project {
  const rows = group.map(fromRow<Row>)
  const { id, name, description, rounds = null, createdAt, updatedAt } = rows[0]!
  const participants = rows.flatMap(({ participantId, role, agentId, sequenceOrder }): Participant[] =>
    participantId === null ? [] : [{ id: participantId, role, agentId, sequenceOrder }],
  )
  return { id, name, description, rounds, participants, createdAt, updatedAt }
}

function grouped(found: Rows) {
  const groups = [...Map.groupBy(found, ({ id }) => id).values()]
  return groups.map((group) => ({ ...(group[0] as unknown as PageCursor), group }))
}

/** Whether a field is changed, and its new value, which may be null. */
function changed(value: string | number | null | undefined): readonly [boolean, string | number | null] {
  return [value !== undefined, value ?? null]
}

function unknownProject(id: string): never {
  throw new ConclaveError("NOT_FOUND", `there is no project "${id.slice(0, 60)}"`)
}
