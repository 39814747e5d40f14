import { randomUUID } from "node:crypto"
import { ConclaveError } from "../../core/errors.ts"
import { isUuid } from "../../core/text.ts"
import type { AgentListPage, AgentStore, AgentTemplate, NewAgent, PageRequest } from "../../ports/agent-store.ts"
import type { AnswerFor } from "../../ports/idempotency-store.ts"
import { afterCursor, type PageCursor, pageOf } from "./page-cursor.ts"
import { fromRow, OrganisationSql, type Rows, sqlPlaceholders } from "./sql-database.ts"
import { answerStep } from "./sql-idempotency-store.ts"

const maxNamed = 20

/** One organisation's agent templates. */
export class SqlAgentStore extends OrganisationSql implements AgentStore {
  readonly #columns = `id, name, description, system_prompt, model_config, squad_member,
    ${this.sql.timeText("created_at")} AS "createdAt", updated_at`

  async create(agent: NewAgent, answerFor?: AnswerFor<AgentTemplate>): Promise<AgentTemplate> {
    const { name, description, systemPrompt, modelConfig, squadMember } = agent
    const text = `INSERT INTO agent_templates (id, organisation_id, name, description, system_prompt, model_config, squad_member,
         created_at, updated_at)
       VALUES ($2, $1, $3, $4, $5, $6, $7, now(), now()) RETURNING ${this.#columns}`
    const values = [this.organisationId, randomUUID(), name, description, systemPrompt, modelConfig, squadMember]
    const created = ([row]: Rows) => fromRow<AgentTemplate>(row!)
    const steps = [{ text, values }, ...answerStep(this.sql, answerFor, created)]
    return created((await this.sql.run(this.organisationId, steps))[0]!)
  }

  async get(id: string): Promise<AgentTemplate> {
    const [agent] = await this.find([id])
    return agent ?? unknownAgent(id)
  }

  async find(ids: readonly string[]): Promise<readonly AgentTemplate[]> {
    const possible = ids.filter(isUuid)
    if (possible.length === 0) return []
    const text = `SELECT ${this.#columns} FROM agent_templates WHERE organisation_id = $1 AND id IN (${sqlPlaceholders(possible, 1)})`
    return (await this.rows<object>(text, possible)).map(fromRow<AgentTemplate>)
  }

  async list(request: PageRequest): Promise<AgentListPage> {
    const { condition, values } = afterCursor(request)
    const text = `SELECT ${this.#columns} FROM agent_templates WHERE organisation_id = $1 ${condition}
      ORDER BY created_at DESC, id DESC LIMIT $2`
    const { page, next } = pageOf(await this.rows<PageCursor>(text, values), request.limit)
    return { agents: page.map(fromRow<AgentTemplate>), next }
  }

  async update(id: string, changes: Partial<NewAgent>): Promise<AgentTemplate> {
    if (!isUuid(id)) return unknownAgent(id)
    const { name, description, systemPrompt, modelConfig, squadMember } = changes
    const [row] = await this.rows<object>(
      `UPDATE agent_templates SET name = coalesce($3, name),
         description = CASE WHEN $4 THEN $5 ELSE description END, system_prompt = coalesce($6, system_prompt),
         model_config = coalesce($7, model_config), squad_member = coalesce($8, squad_member), updated_at = now()
       WHERE organisation_id = $1 AND id = $2 RETURNING ${this.#columns}`,
      [id, name, description !== undefined, description, systemPrompt, modelConfig, squadMember],
    )
    return row ? fromRow(row) : unknownAgent(id)
  }

  async remove(id: string): Promise<void> {
    if (!isUuid(id)) return unknownAgent(id)
    const text = `DELETE FROM agent_templates WHERE organisation_id = $1 AND id = $2
      AND NOT EXISTS (SELECT 1 FROM discussion_participants WHERE agent_id = $2) RETURNING ${this.#columns}`
    const removed = await this.rows(text, [id]).catch((error) => {
      // A project has seated it in the meantime.
      if (this.sql.isMissingReference(error)) return []
      throw error
    })
    if (removed.length > 0) return
    await this.get(id)
    throw await this.#seated(id)
  }

  async #seated(id: string): Promise<ConclaveError> {
    const projects = await this.rows<{ id: string; name: string }>(
      `SELECT id, name FROM projects p WHERE organisation_id = $1
         AND EXISTS (SELECT 1 FROM discussion_participants WHERE project_id = p.id AND agent_id = $2)
       ORDER BY created_at, id LIMIT ${maxNamed}`,
      [id],
    )
    const message = "the agent has a seat in projects; remove it from them, or delete them first"
    const problems = projects.map((project) => ({
      field: `projects.${project.id}`,
      message: `seats it: ${project.name}`,
    }))
    return new ConclaveError("CONFLICT", message, { problems })
  }
}

function unknownAgent(id: string): never {
  throw new ConclaveError("NOT_FOUND", `there is no agent "${id.slice(0, 60)}"`)
}
