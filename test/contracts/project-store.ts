import { beforeEach, describe, expect, test } from "vitest"
import type { NewParticipant, ProjectStore } from "../../src/ports/project-store.ts"
import { missingId, type ResourceFixture, reviewer } from "./agent-store.ts"

/** Contract of every project store. */
export function projectStoreContract(name: string, open: () => Promise<ResourceFixture>): void {
  describe(`${name} as a store of projects`, () => {
    let fixture: ResourceFixture
    let projects: ProjectStore
    let ann: string
    let bob: string
    beforeEach(async () => {
      fixture = await open()
      projects = fixture.projects
      ann = (await fixture.agents.create(reviewer)).id
      bob = (await fixture.agents.create({ ...reviewer, name: "Bob" })).id
    })

    const leader = (agentId: string, sequenceOrder: number): NewParticipant => ({
      role: "leader",
      agentId,
      sequenceOrder,
    })
    const user: NewParticipant = { role: "user", agentId: null, sequenceOrder: 5 }

    test("keeps a project with its participants in their order [http.resources]", async () => {
      const given = { name: "Move house", description: "By May.", participants: [user, leader(bob, 9), leader(ann, 1)] }
      const made = await projects.create(given)
      expect(made).toMatchObject({ name: "Move house", description: "By May." })
      expect(made.participants.map(({ agentId }) => agentId)).toEqual([ann, null, bob])
      expect(new Set(made.participants.map(({ id }) => id)).size).toBe(3)
      expect(await projects.get(made.id)).toEqual(made)
      expect(await projects.list({ limit: 5 })).toEqual({ projects: [made], next: null })
    })

    test("changes only the given fields", async () => {
      const { id } = await projects.create({ name: "One", description: "d", participants: [leader(ann, 1), user] })
      expect(await projects.update(id, { name: "Two" })).toMatchObject({ name: "Two", description: "d" })
      const swapped = await projects.update(id, { description: null, participants: [leader(bob, 1), leader(ann, 2)] })
      expect(swapped).toMatchObject({ name: "Two", description: null })
      expect(swapped.participants.map(({ agentId }) => agentId)).toEqual([bob, ann])
      expect(await projects.get(id)).toEqual(swapped)
    })

    test("names participants whose agent does not exist, and changes nothing", async () => {
      const other = (await fixture.others.agents.create(reviewer)).id
      const participants = [leader(ann, 1), leader(missingId, 2), leader(other, 3), leader("x", 4)]
      const problems = [1, 2, 3].map((index) => ({
        field: `participants[${index}].agentId`,
        message: expect.any(String),
      }))
      const refused = { code: "INPUT_INVALID", problems }
      await expect(projects.create({ name: "One", description: null, participants })).rejects.toMatchObject(refused)
      expect((await projects.list({ limit: 5 })).projects).toEqual([])
      const made = await projects.create({ name: "One", description: null, participants: [user] })
      await expect(projects.update(made.id, { name: "Two", participants })).rejects.toMatchObject(refused)
      expect(await projects.get(made.id)).toEqual(made)
    })

    test("lists the newest first, in pages", async () => {
      const ids: string[] = []
      for (const name of ["a", "b", "c"])
        ids.unshift((await projects.create({ name, description: null, participants: [] })).id)
      const first = await projects.list({ limit: 2 })
      const second = await projects.list({ limit: 2, cursor: first.next ?? undefined })
      expect([...first.projects, ...second.projects].map(({ id }) => id)).toEqual(ids)
      expect(second.next).toBeNull()
    })

    test("removes a project with its participants", async () => {
      const { id } = await projects.create({ name: "One", description: null, participants: [leader(ann, 1)] })
      await projects.remove(id)
      await expect(projects.get(id)).rejects.toMatchObject({ code: "NOT_FOUND" })
      await fixture.agents.remove(ann)
    })

    test("shows nothing of another organisation [access.organisation]", async () => {
      const { id } = await projects.create({ name: "One", description: null, participants: [] })
      const tries = [
        [projects, missingId],
        [projects, "not an id"],
        [fixture.others.projects, id],
      ] as const
      for (const [store, unknown] of tries) {
        await expect(store.get(unknown)).rejects.toMatchObject({ code: "NOT_FOUND" })
        await expect(store.update(unknown, { name: "Eve" })).rejects.toMatchObject({ code: "NOT_FOUND" })
        await expect(store.remove(unknown)).rejects.toMatchObject({ code: "NOT_FOUND" })
      }
      expect(await fixture.others.projects.list({ limit: 10 })).toEqual({ projects: [], next: null })
      expect(await projects.get(id)).toMatchObject({ name: "One" })
    })
  })
}
