import type { ClientBase } from "pg"
import { ConclaveError } from "../../../core/errors.ts"
import type {
  AgentPage,
  AgentStore,
  AgentTemplate,
  ModelConfig,
  NewAgent,
  PageRequest,
} from "../../../ports/agent-store.ts"
import type { Database } from "../database.ts"
import { isUuid } from "../organisation.ts"
import { afterCursor, createdAtText, decodeCursor, toPage } from "../projects/page-cursor.ts"

interface Row {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly system_prompt: string
  readonly model_config: ModelConfig
  readonly squad_member: boolean
  readonly createdAt: string
  readonly updated_at: Date
}

const columns = `id, name, description, system_prompt, model_config, squad_member, updated_at,
  ${createdAtText} AS "createdAt"`

/** One organisation's agent templates. */
export class PostgresAgentStore implements AgentStore {
  readonly #database: Database
  readonly #organisationId: string

  constructor(database: Database, organisationId: string) {
    this.#database = database
    this.#organisationId = organisationId
  }

  async create(agent: NewAgent): Promise<AgentTemplate> {
    const { name, description, systemPrompt, modelConfig, squadMember } = agent
    const [row] = await this.#rows(
      `INSERT INTO agent_templates (organisation_id, name, description, system_prompt, model_config, squad_member)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${columns}`,
      [this.#organisationId, name, description, systemPrompt, modelConfig, squadMember],
    )
    return toAgentTemplate(row!)
  }

  async get(id: string): Promise<AgentTemplate> {
    const [agent] = await this.find([id])
    return agent ?? throwAgentNotFound(id)
  }

  async find(ids: readonly string[]): Promise<readonly AgentTemplate[]> {
    const possible = ids.filter(isUuid)
    if (possible.length === 0) return []
    const rows = await this.#rows(`SELECT ${columns} FROM agent_templates WHERE id = ANY ($1::uuid[])`, [possible])
    return rows.map(toAgentTemplate)
  }

  async list({ limit, cursor }: PageRequest): Promise<AgentPage> {
    const after = decodeCursor(cursor)
    const rows = await this.#rows(
      `SELECT ${columns} FROM agent_templates WHERE ${afterCursor(1)} ORDER BY created_at DESC, id DESC LIMIT $3`,
      [after?.createdAt, after?.id, limit + 1],
    )
    const { page, next } = toPage(rows, limit)
    return { agents: page.map(toAgentTemplate), next }
  }

  async update(id: string, changes: Partial<NewAgent>): Promise<AgentTemplate> {
    if (!isUuid(id)) return throwAgentNotFound(id)
    const { name, description, systemPrompt, modelConfig, squadMember } = changes
    const [row] = await this.#rows(
      `UPDATE agent_templates SET name = coalesce($2, name),
         description = CASE WHEN $3 THEN $4 ELSE description END, system_prompt = coalesce($5, system_prompt),
         model_config = coalesce($6, model_config), squad_member = coalesce($7, squad_member), updated_at = now()
       WHERE id = $1 RETURNING ${columns}`,
      [id, name, description !== undefined, description, systemPrompt, modelConfig, squadMember],
    )
    return row ? toAgentTemplate(row) : throwAgentNotFound(id)
  }

  async remove(id: string): Promise<void> {
    if (!isUuid(id)) return throwAgentNotFound(id)
    await this.#database.transaction(this.#organisationId, async (client) => {
      // Whoever seats it takes a weaker lock on this row first, so nobody can do so in between.
      const { rowCount } = await client.query("SELECT FROM agent_templates WHERE id = $1 FOR UPDATE", [id])
      if (rowCount === 0) throwAgentNotFound(id)
      await checkNotInUse(client, id)
      await client.query("DELETE FROM agent_templates WHERE id = $1", [id])
    })
  }

  #rows(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    return this.#database.transaction(
      this.#organisationId,
      async (client) => (await client.query<Row>(text, [...values])).rows,
    )
  }
}

const maxNamedProjects = 20

async function checkNotInUse(client: ClientBase, id: string): Promise<void> {
  const { rows } = await client.query<{ id: string; name: string }>(
    `SELECT p.id, p.name FROM projects p
     WHERE EXISTS (SELECT FROM discussion_participants WHERE project_id = p.id AND agent_id = $1)
     ORDER BY p.created_at, p.id LIMIT ${maxNamedProjects}`,
    [id],
  )
  if (rows.length === 0) return
  const message = "the agent sits in projects; take it out of them or remove them first"
  const problems = rows.map((project) => ({ field: `projects.${project.id}`, message: `seats it: ${project.name}` }))
  throw new ConclaveError("CONFLICT", message, { problems })
}

function toAgentTemplate(row: Row): AgentTemplate {
  const { id, name, description, system_prompt, model_config, squad_member, createdAt, updated_at } = row
  return {
    ...{ id, name, description, systemPrompt: system_prompt, modelConfig: model_config, squadMember: squad_member },
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: updated_at.toISOString(),
  }
}

function throwAgentNotFound(id: string): never {
  throw new ConclaveError("NOT_FOUND", `there is no agent "${id.slice(0, 60)}"`)
}
