import type { Entry } from "../../core/discussion/history.ts"
import type { Seat } from "../../core/discussion/seat.ts"
import { noUsage } from "../../core/discussion/usage.ts"
import { type Ask, type SeatView, withView } from "../../core/prompting/seat-view.ts"
import type { ModelCall } from "../../ports/model.ts"
import { rehearsalModel } from "./index.ts"

export const turnAsk: Extract<Ask, { kind: "turn" }> = { kind: "turn", first: true, mayPass: false, minLength: 0 }

export function seat(id: string, name: string, more: Partial<Seat> = {}): Seat {
  return { id, name, kind: "model", role: "partner", model: "rehearsal/steady", ...more }
}

export const ada = seat("a", "Ada")
export const lin = seat("b", "Lin", { model: "rehearsal/bold" })

export function view(changes: Partial<SeatView> = {}): SeatView {
  const seats = changes.seats ?? [ada, lin]
  return {
    discussionId: "d",
    topic: "Tabs or spaces?",
    options: [],
    language: "en",
    seed: 1,
    seat: seats[0] ?? ada,
    seats,
    round: 1,
    rounds: 10,
    attempt: 1,
    entries: [],
    shownName: (id) => seats.find((one) => one.id === id)?.name ?? id,
    memory: [],
    ask: turnAsk,
    ...changes,
  }
}

export function said(role: string, content: string, roundNumber = 1, passed = false): Entry {
  const spent = { timestamp: 0, durationMs: 0, attempt: 1, tokenUsage: noUsage, finishReason: "stop" } as const
  return {
    kind: "turn",
    turn: { id: `${role}${roundNumber}`, seat: role, roundNumber, purpose: "turn", content, passed, ...spent },
  }
}

export function call(of: SeatView, changes: Partial<ModelCall> = {}): ModelCall {
  const prompt = withView(of, { rules: "rules", transcript: ["one", "two"], ask: "ask" })
  return {
    discussionId: "d",
    label: "a call",
    prompt,
    temperature: 0.7,
    maxTokens: 2048,
    stop: [],
    seed: of.seed,
    ...changes,
  }
}

export async function answer(of: SeatView, changes: Partial<ModelCall> = {}): Promise<string> {
  const model = rehearsalModel(of.seat.model ?? "rehearsal/auto")
  let text = ""
  for await (const part of model?.stream(call(of, changes), new AbortController().signal) ?? []) {
    if (part.type === "text") text += part.text
  }
  return text
}

const passes = /^\s*\[(?:PASS|NO RESPONSE)\]|^(?:I have nothing to add|No tengo nada que añadir|我没有要补充的)[.。]$/

/** Whole rounds of spoken turns, as an engine would have them spoken. */
export async function discussion(
  { mayPass = false, ...of }: Partial<SeatView> & { mayPass?: boolean },
  rounds: number,
): Promise<Entry[]> {
  const base = view({ rounds, ...of })
  const entries: Entry[] = []
  for (let round = 1; round <= rounds; round += 1) {
    for (const speaker of base.seats.filter((one) => one.kind !== "human" && one.role !== "queen")) {
      const first = !entries.some((entry) => entry.kind === "turn" && entry.turn.seat === speaker.id)
      const ask: Ask = { kind: "turn", first, mayPass, minLength: 0 }
      const text = await answer({ ...base, seat: speaker, round, entries: [...entries], ask })
      entries.push(said(speaker.id, text, round, passes.test(text)))
    }
  }
  return entries
}

export const contents = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => (entry.kind === "turn" ? [entry.turn.content] : []))
