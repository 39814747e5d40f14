import { describe, expect, test } from "vitest"
import { draftOf, emptyProject, nextSeated, projectOf } from "./project-draft.ts"

describe("a project in its form", () => {
  test("the order of the rows is the order in which they speak", () => {
    const participants = [
      { key: "b", role: "leader", agentId: "leo" },
      { key: "a", role: "user", agentId: "left over" },
      { key: "c", role: "manager", agentId: "" },
    ] as const
    expect(projectOf({ ...emptyProject, name: "Move", description: " ", participants })).toEqual({
      name: "Move",
      description: null,
      participants: [
        { role: "leader", agentId: "leo", sequenceOrder: 1 },
        { role: "user", agentId: null, sequenceOrder: 2 },
        { role: "manager", agentId: null, sequenceOrder: 3 },
      ],
    })
  })

  test("who is added fills what is missing", () => {
    const first = nextSeated([], ["mia", "leo"])
    const second = nextSeated([first], ["mia", "leo"])
    const third = nextSeated([first, second], ["mia", "leo"])
    expect([first, second, third].map(({ role, agentId }) => [role, agentId])).toEqual([
      ["manager", "mia"],
      ["leader", "leo"],
      ["specialist", "mia"],
    ])
    expect(nextSeated([], []).agentId).toBe("")
  })

  test("a person has no agent, there and back", () => {
    const times = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" }
    const participants = [{ id: "p", role: "user" as const, agentId: null, sequenceOrder: 7 }]
    const draft = draftOf({ id: "x", name: "Move", description: null, participants, ...times })
    expect(projectOf(draft).participants).toEqual([{ role: "user", agentId: null, sequenceOrder: 1 }])
  })
})
