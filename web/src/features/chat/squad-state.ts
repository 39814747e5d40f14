import type { ChatEvent, ChatMessage, SquadPrompt } from "../../api/squad.ts"

/** What this page knows of the squad: a stretch of the chat without gaps up to now, and prompts as they stand. */
export interface SquadState {
  /** Newest last, each once. */
  readonly messages: readonly ChatMessage[]
  readonly prompts: ReadonlyMap<string, SquadPrompt>
  /** The cursor of the older messages; null where there are none. */
  readonly older: string | null
  /** The number of the last event; the stream goes on after it. */
  readonly seq: number
}

/** A page left open for days keeps this many; older ones can be loaded again. */
const maxMessages = 1_000
const messagesAfterTrim = 600

export function withEvents(state: SquadState, events: readonly ChatEvent[]): SquadState {
  const messages = events.flatMap((event) => (event.type === "message" ? [event.data] : []))
  const prompts = events.flatMap((event) => (event.type === "prompt" ? [event.data] : []))
  const seq = Math.max(state.seq, ...[...messages, ...prompts].map((one) => one.seq))
  return trimMessages({ ...withMessages(withPrompts(state, prompts), messages), seq })
}

export function withMessages(state: SquadState, messages: readonly ChatMessage[]): SquadState {
  const known = new Set(state.messages.map(({ id }) => id))
  const added = messages.filter(({ id }) => !known.has(id) && known.add(id))
  if (added.length === 0) return state
  return { ...state, messages: [...state.messages, ...added].sort((a, b) => a.seq - b.seq) }
}

/** Of a prompt the state with the greater number is the newer one, in whatever order they come in. */
export function withPrompts(state: SquadState, prompts: readonly SquadPrompt[]): SquadState {
  const newer = prompts.filter(({ id, seq }) => seq > (state.prompts.get(id)?.seq ?? -1))
  if (newer.length === 0) return state
  return { ...state, prompts: new Map([...state.prompts, ...newer.map((prompt) => [prompt.id, prompt] as const)]) }
}

function trimMessages(state: SquadState): SquadState {
  if (state.messages.length <= maxMessages) return state
  const messages = state.messages.slice(-messagesAfterTrim)
  return { ...state, messages, older: String(messages[0]!.seq) }
}

/** Names are the same where they differ only in case or in spaces, as they are for the server. */
export function normalizeName(name: string): string {
  return name.trim().replace(/\s+/g, " ").normalize("NFKC").toLowerCase()
}

export function isSameName(one: string, other: string): boolean {
  return normalizeName(one) === normalizeName(other)
}

/** A colour for each agent, the same whenever it is seen. */
export function colourIndexOf(name: string): number {
  return [...normalizeName(name)].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7) % 8
}

export type PromptStatus = SquadPrompt["status"]

export function isPromptOpen({ status }: Pick<SquadPrompt, "status">): boolean {
  return status === "pending" || status === "collecting"
}
