import { randomUUID } from "node:crypto"
import type { SquadFixture } from "../contracts/squad-store.ts"
import type { TestDatabase } from "../support/databases.ts"

/** Two new organisations' squads on a database that may have others. */
export async function squadFixture({ kind, storage, query }: TestDatabase): Promise<SquadFixture> {
  const [organisationId, other] = [randomUUID(), randomUUID()]
  await query("INSERT INTO organisations (id, name) VALUES ($1, 'One'), ($2, 'Other')", [organisationId, other])
  return {
    squad: storage.organisation(organisationId).squad,
    otherOrganisation: storage.organisation(other).squad,
    sweep: () => storage.maintenance.timeOutPrompts(),
    async pass(promptId, minutes) {
      const earlier =
        kind === "SQLite"
          ? "created_at = strftime('%Y-%m-%dT%H:%M:%f000Z', created_at, printf('-%f seconds', $2 * 60))"
          : "created_at = created_at - $2 * interval '1 minute'"
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
