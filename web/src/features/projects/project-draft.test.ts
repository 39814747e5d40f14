import { describe, expect, test } from "vitest"
import { emptyProject, nextParticipant, toNewProject, toProjectDraft } from "./project-draft.ts"

describe("a project draft", () => {
  test("sends the rows in speaking order", () => {
    const participants = [
      { key: "b", role: "leader", agentId: "leo" },
      { key: "a", role: "user", agentId: "left over" },
      { key: "c", role: "manager", agentId: "" },
    ] as const
    expect(toNewProject({ ...emptyProject, name: "Move", description: " ", participants })).toEqual({
      name: "Move",
      description: null,
      rounds: null,
      participants: [
        { role: "leader", agentId: "leo", sequenceOrder: 1 },
        { role: "user", agentId: null, sequenceOrder: 2 },
        { role: "manager", agentId: null, sequenceOrder: 3 },
      ],
    })
  })

  test("sends rounds as a number; an invalid number is not replaced by the default", () => {
    expect(toNewProject({ ...emptyProject, rounds: " 5 " }).rounds).toBe(5)
    expect(toNewProject({ ...emptyProject, rounds: "many" }).rounds).toBe(0)
  })

  test("suggests a missing role and an unused agent for a new participant", () => {
    const first = nextParticipant([], ["mia", "leo"])
    const second = nextParticipant([first], ["mia", "leo"])
    const third = nextParticipant([first, second], ["mia", "leo"])
    expect([first, second, third].map(({ role, agentId }) => [role, agentId])).toEqual([
      ["manager", "mia"],
      ["leader", "leo"],
      ["specialist", "mia"],
    ])
    expect(nextParticipant([], []).agentId).toBe("")
  })

  test("keeps a person without an agent in a round trip", () => {
    const times = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" }
    const participants = [{ id: "p", role: "user" as const, agentId: null, sequenceOrder: 7 }]
    const draft = toProjectDraft({ id: "x", name: "Move", description: null, rounds: null, participants, ...times })
    expect(toNewProject(draft).participants).toEqual([{ role: "user", agentId: null, sequenceOrder: 1 }])
  })
})
