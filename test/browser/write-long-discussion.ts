import { randomUUID } from "node:crypto"
import type { DiscussionEvent, NewEvent } from "../../src/core/discussion/event.ts"
import { discussionStarted } from "../../src/core/steps/lifecycle.ts"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import type { PageRig } from "./page-rig.ts"

const names = ["Ash", "Birch", "Cedar", "Elm", "Fir", "Gorse", "Hazel", "Ivy", "Juniper", "Kauri"]
const usage = { promptTokens: 100, cachedTokens: 50, completionTokens: 20 }
const words = "The order in which we learn matters more than the order in which we build. "

/** Turns of very different lengths, so that no height estimate is right. */
function contentOf(turn: number): string {
  const list = turn % 7 === 0 ? "\n\n- one\n- two\n- three" : ""
  return `Turn number ${turn}. ${words.repeat(1 + ((turn * 7) % 9))}${list}`
}

/** Writes a paused discussion with this many turns straight into the store. */
export async function writeLongDiscussion(rig: PageRig, turns: number): Promise<string> {
  const id = randomUUID()
  const rounds = turns / names.length
  const seats = names.map((name) => ({ name }))
  const defaults = { model: "rehearsal/auto", seed: 1, language: "en", settings: {} }
  const table = resolveTable({ format: "panel", topic: "A very long discussion", seats, options: { rounds } }, defaults)
  const order = table.seats.map((seat) => seat.id)
  const events: DiscussionEvent[] = []
  const start = Date.now() - 3_600_000
  const add = (event: NewEvent) => events.push({ ...event, seq: events.length + 1, at: start + events.length * 100 })
  add({ type: "discussion_created", data: { table } })
  add(discussionStarted(table))
  for (let round = 1; round <= rounds; round++) {
    add({ type: "round_started", data: { roundNumber: round, order, parallel: false } })
    for (const [index, { id: seat, name }] of table.seats.entries()) {
      const turn = (round - 1) * order.length + index + 1
      const shared = { seat, roundNumber: round, attempt: 1, purpose: "turn" as const }
      const at = start + events.length * 100
      add({ type: "turn_started", data: { ...shared, name, modelId: "rehearsal/auto", turnId: `t${turn}` } })
      const said = { id: `t${turn}`, content: contentOf(turn), passed: false, timestamp: at, durationMs: 100 }
      const finished = { tokenUsage: usage, finishReason: "stop" as const, modelId: "rehearsal/auto" }
      add({ type: "turn_completed", data: { turn: { ...shared, ...said, ...finished } } })
    }
    if (round < rounds) {
      const summary = { number: round, contributions: order.length, passes: 0, skips: 0 }
      add({ type: "round_completed", data: { round: summary } })
    }
  }
  add({ type: "discussion_paused", data: { reason: "person" } })
  const { store } = rig.server.app.services.forOrganisation(localOrganisationId).engine
  for (let from = 0; from < events.length; from += 1_000) await store.append(id, events.slice(from, from + 1_000))
  return id
}
