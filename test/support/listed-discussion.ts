import { randomUUID } from "node:crypto"
import type { DiscussionEvent, NewEvent } from "../../src/core/discussion/event.ts"
import { noUsage } from "../../src/core/discussion/usage.ts"
import { discussionStarted } from "../../src/core/steps/lifecycle.ts"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import type { DiscussionStore } from "../../src/ports/discussion-store.ts"
import type { ListUnderTest } from "../contracts/discussion-list.ts"

let now = 1_700_000_000_000

/** Writes discussions of which only the texts matter. */
export function beginIn(store: DiscussionStore): ListUnderTest["begin"] {
  return async (topic, { turns = [], solution } = {}) => {
    const input = { format: "duet", topic, seats: [{ name: "Ada" }, { name: "Bo" }] }
    const table = resolveTable(input, { model: "test/model", seed: 1, language: "en", settings: {} })
    const spoken = turns.flatMap((content, index): NewEvent[] => {
      const id = `t${index + 1}`
      const seat = table.seats[index % 2]!.id
      const turn = {
        id,
        seat,
        roundNumber: 1,
        purpose: "turn",
        passed: false,
        content,
        timestamp: now,
        durationMs: 1,
      } as const
      const ended = { ...turn, attempt: 1, tokenUsage: noUsage, finishReason: "stop" } as const
      return [
        {
          type: "turn_started",
          data: { turnId: id, seat, name: "Ada", modelId: null, roundNumber: 1, purpose: "turn", attempt: 1 },
        },
        { type: "turn_completed", data: { turn: ended } },
      ]
    })
    const outcome = {
      stoppingReason: "consensus",
      agreed: true,
      solution,
      rounds: 1,
      contributions: [],
      dissent: [],
      usage: noUsage,
    }
    const end: NewEvent[] = solution === undefined ? [] : [{ type: "discussion_completed", data: { outcome } as never }]
    const facts: NewEvent[] = [
      { type: "discussion_created", data: { table } },
      discussionStarted(table),
      { type: "round_started", data: { roundNumber: 1, order: table.seats.map((each) => each.id), parallel: false } },
      ...spoken,
      ...end,
    ]
    const events = facts.map((fact, index) => ({ ...fact, seq: index + 1, at: ++now }) as DiscussionEvent)
    const id = randomUUID()
    await store.append(id, events)
    return id
  }
}
