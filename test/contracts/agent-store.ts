import { beforeEach, describe, expect, test } from "vitest"
import type { AgentStore, NewAgent } from "../../src/ports/agent-store.ts"
import type { ProjectStore } from "../../src/ports/project-store.ts"

/** Two empty organisations on one database. */
export interface ResourceFixture {
  readonly agents: AgentStore
  readonly projects: ProjectStore
  readonly others: { readonly agents: AgentStore; readonly projects: ProjectStore }
}

export const missingId = "00000000-0000-4000-8000-00000000dead"

export const reviewer: NewAgent = {
  name: "Ann",
  description: null,
  systemPrompt: "You review, and say what you doubt. naïve 😀",
  modelConfig: { model: "rehearsal/bold", temperature: 0.2, stop: ["END"] },
  squadMember: false,
}

/** Contract of every store of agent templates. */
export function agentStoreContract(name: string, open: () => Promise<ResourceFixture>): void {
  describe(`${name} as a store of agents`, () => {
    let fixture: ResourceFixture
    let agents: AgentStore
    beforeEach(async () => {
      fixture = await open()
      agents = fixture.agents
    })

    test("stores all given fields [http.resources]", async () => {
      const made = await agents.create(reviewer)
      expect(made).toMatchObject(reviewer)
      expect(new Date(made.createdAt).toISOString()).toBe(made.createdAt)
      expect(await agents.get(made.id)).toEqual(made)
    })

    test("changes only the given fields", async () => {
      const made = await agents.create({ ...reviewer, description: "careful" })
      const { modelConfig, ...rest } = await agents.update(made.id, { modelConfig: { model: "rehearsal/curious" } })
      expect(modelConfig).toEqual({ model: "rehearsal/curious" })
      expect(rest).toMatchObject({ name: "Ann", description: "careful", squadMember: false })
      const again = await agents.update(made.id, { description: null, squadMember: true, name: "Anna" })
      expect(again).toMatchObject({ description: null, squadMember: true, name: "Anna", modelConfig })
      expect(await agents.get(made.id)).toEqual(again)
    })

    test("lists the newest first, in complete pages", async () => {
      const ids: string[] = []
      for (const name of ["a", "b", "c", "d", "e"]) ids.unshift((await agents.create({ ...reviewer, name })).id)
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await agents.list({ limit: 2, cursor })
        seen.push(...page.agents.map(({ id }) => id))
        cursor = page.next ?? undefined
      } while (cursor !== undefined)
      expect(seen).toEqual(ids)
      await expect(agents.list({ limit: 2, cursor: "garbage" })).rejects.toMatchObject({ code: "INPUT_INVALID" })
    })

    test("finds the existing ones among several ids", async () => {
      const [one, two] = [await agents.create(reviewer), await agents.create(reviewer)]
      const found = await agents.find([two.id, missingId, "not an id", one.id])
      expect(found.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort())
      expect(await agents.find([])).toEqual([])
    })

    test("removes an agent, unless projects seat it; the error names them", async () => {
      const { id } = await agents.create(reviewer)
      const participants = [{ role: "leader" as const, agentId: id, sequenceOrder: 1 }]
      const project = await fixture.projects.create({ name: "Move house", description: null, participants })
      await expect(agents.remove(id)).rejects.toMatchObject({
        code: "CONFLICT",
        problems: [{ field: `projects.${project.id}`, message: expect.stringContaining("Move house") }],
      })
      await fixture.projects.update(project.id, { participants: [] })
      await agents.remove(id)
      await expect(agents.get(id)).rejects.toMatchObject({ code: "NOT_FOUND" })
    })

    test("shows nothing of another organisation [access.organisation]", async () => {
      const { id } = await agents.create(reviewer)
      const tries = [
        [agents, missingId],
        [agents, "not an id"],
        [fixture.others.agents, id],
      ] as const
      for (const [store, unknown] of tries) {
        await expect(store.get(unknown)).rejects.toMatchObject({ code: "NOT_FOUND" })
        await expect(store.update(unknown, { name: "Eve" })).rejects.toMatchObject({ code: "NOT_FOUND" })
        await expect(store.remove(unknown)).rejects.toMatchObject({ code: "NOT_FOUND" })
      }
      expect(await fixture.others.agents.find([id])).toEqual([])
      expect(await fixture.others.agents.list({ limit: 10 })).toEqual({ agents: [], next: null })
      expect(await agents.get(id)).toMatchObject({ name: "Ann" })
    })
  })
}
