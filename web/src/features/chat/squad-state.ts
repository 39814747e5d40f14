import type { ChatEvent, ChatMessage, SquadPrompt } from "../../api/squad.ts"

/** The page's squad state: the newest messages without gaps, and current prompts. */
export interface SquadState {
  /** Newest last, without duplicates. */
  readonly messages: readonly ChatMessage[]
  readonly prompts: ReadonlyMap<string, SquadPrompt>
  /** Cursor of older messages; null if there are none. */
  readonly older: string | null
  /** Number of the last event, where the stream resumes. */
  readonly seq: number
}

/** Maximum number of messages in memory; older ones can be loaded again. */
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

/** The prompt state with the higher number is newer, whatever the order of arrival. */
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

/** Names are compared ignoring case and whitespace, as on the server. */
export function normalizeName(name: string): string {
  return name.trim().replace(/\s+/g, " ").normalize("NFKC").toLowerCase()
}

export function isSameName(one: string, other: string): boolean {
  return normalizeName(one) === normalizeName(other)
}

/** A stable colour per agent. */
export function colourIndexOf(name: string): number {
  return [...normalizeName(name)].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7) % 8
}

export type PromptStatus = SquadPrompt["status"]

export function isPromptOpen({ status }: Pick<SquadPrompt, "status">): boolean {
  return status === "pending" || status === "collecting"
}
