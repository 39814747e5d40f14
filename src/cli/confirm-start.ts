import { ConclaveError } from "../core/errors.ts"
import type { DiscussionInput } from "../core/tables/discussion-request.ts"
import type { DiscussionEstimate } from "./client.ts"
import type { Host } from "./command.ts"
import { printableLine } from "./printable.ts"
import { confirm, type Terminal } from "./terminal.ts"

/** Larger discussions need a confirmation in an interactive terminal. */
const maxUnconfirmedCalls = 100
const maxUnconfirmedDollars = 1

const count = (number: number) => number.toLocaleString("en")

/** Throws MODEL_UNAVAILABLE with the reasons if models cannot be used now. Ignores seats with fallback models. */
export async function assertModelsAvailable(
  { seats }: DiscussionEstimate,
  input: DiscussionInput,
  host: Host,
): Promise<void> {
  const withFallbacks = new Set((input.seats ?? []).flatMap(({ model }) => (Array.isArray(model) ? model : [])))
  const names = [...new Set(seats.flatMap(({ model }) => (model === null ? [] : [model])))]
  const problems = await host.checkModels(names.filter((name) => !withFallbacks.has(name)))
  if (problems.length > 0) throw new ConclaveError("MODEL_UNAVAILABLE", `nothing was started: ${problems.join("; ")}`)
}

/** Announces what a large discussion will cost, and asks for confirmation. Returns whether to start. */
export async function confirmStart(
  estimate: DiscussionEstimate,
  terminal: Terminal,
  options: { readonly yes?: true },
): Promise<boolean> {
  const { materials, calls, dollars } = estimate
  if (materials.length > 0) announceMaterials(estimate, terminal)
  const isReal = estimate.seats.some(({ model }) => model !== null && !model.startsWith("rehearsal/"))
  if (!isReal || (calls < maxUnconfirmedCalls && (dollars ?? 0) < maxUnconfirmedDollars)) return true
  terminal.note(`${estimateText(estimate)}\n`)
  return options.yes || !terminal.interactive || confirm(terminal, "Start?")
}

function estimateText({ calls, promptTokens, completionTokens, dollars }: DiscussionEstimate): string {
  const cost = dollars === null ? "at an unknown price" : `about $${dollars.toFixed(2)}`
  return `up to ${count(calls)} calls, about ${count(promptTokens + completionTokens)} tokens in total, ${cost}`
}

function announceMaterials({ materials, window }: DiscussionEstimate, { note }: Terminal): void {
  for (const { number, name, characters, tokens } of materials) {
    note(`material ${number}: ${printableLine(name)}, ${count(characters)} characters, about ${count(tokens)} tokens\n`)
  }
  const total = materials.reduce((sum, { tokens }) => sum + tokens, 0)
  const room = window
    ? `; ${window.model} has room for ${count(window.forMaterials)} besides the discussion`
    : "; the models' context sizes are unknown"
  note(`every call includes about ${count(total)} tokens of material${room}\n\n`)
}
