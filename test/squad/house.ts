import { randomUUID } from "node:crypto"
import type { SquadFixture } from "../../src/ports/squad-store.contract.ts"
import type { Database } from "../../src/stores/postgres/database.ts"
import { PostgresSquadStore } from "../../src/stores/postgres/squad/postgres-squad-store.ts"
import { timeOutPrompts } from "../../src/stores/postgres/squad/time-out-prompts.ts"

/** Two new organisations' squads on a database that may have others. */
export async function squadHouse(database: Database): Promise<SquadFixture> {
  const query = async (text: string, values: readonly unknown[] = []) =>
    (await database.pool.query(text, [...values])).rows
  const [organisationId, other] = [randomUUID(), randomUUID()]
  await query("INSERT INTO organisations (id, name) VALUES ($1, 'One'), ($2, 'Other')", [organisationId, other])
  return {
    squad: new PostgresSquadStore({ database, organisationId }),
    otherOrganisation: new PostgresSquadStore({ database, organisationId: other }),
    sweep: () => timeOutPrompts(database),
    async pass(promptId, minutes) {
      const earlier = "created_at = created_at - $2 * interval '1 minute'"
      await query(`UPDATE discussion_prompts SET ${earlier} WHERE id = $1`, [promptId, minutes])
    },
    async template(name, isMember) {
      const [row] = await query(
        `INSERT INTO agent_templates (organisation_id, name, system_prompt, model_config, squad_member)
         VALUES ($1, $2, 'You are a careful reviewer.', $3, $4) RETURNING id`,
        [organisationId, name, { model: "rehearsal/auto" }, isMember],
      )
      return row.id
    },
  }
}
