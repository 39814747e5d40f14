import { ConclaveError } from "../core/errors.ts"
import type { DiscussionInput } from "../core/tables/discussion-request.ts"
import type { DiscussionEstimate } from "./client.ts"
import type { Host } from "./command.ts"
import { printableLine } from "./printable.ts"
import { confirm, type Terminal } from "./terminal.ts"

/** What is asked about first where somebody is there who can be asked. */
const manyCalls = 100
const manyDollars = 1

const count = (number: number) => number.toLocaleString("en")

/** Throws where models at the table cannot be used now, with every reason once; seats with models to fall back on are left out. */
export async function assertModelsAvailable(
  { seats }: DiscussionEstimate,
  input: DiscussionInput,
  host: Host,
): Promise<void> {
  const withFallbacks = new Set((input.seats ?? []).flatMap(({ model }) => (Array.isArray(model) ? model : [])))
  const names = [...new Set(seats.flatMap(({ model }) => (model === null ? [] : [model])))]
  const problems = await host.checkModels(names.filter((name) => !withFallbacks.has(name)))
  if (problems.length > 0) throw new ConclaveError("MODEL_UNAVAILABLE", `nothing is started: ${problems.join("; ")}`)
}

/** Says what will be spent where that is much, and asks; whether to start. */
export async function confirmStart(
  estimate: DiscussionEstimate,
  terminal: Terminal,
  options: { readonly yes?: true },
): Promise<boolean> {
  const { materials, calls, dollars } = estimate
  if (materials.length > 0) announceMaterials(estimate, terminal)
  const isReal = estimate.seats.some(({ model }) => model !== null && !model.startsWith("rehearsal/"))
  if (!isReal || (calls < manyCalls && (dollars ?? 0) < manyDollars)) return true
  terminal.note(`${estimateText(estimate)}\n`)
  return options.yes || !terminal.interactive || confirm(terminal, "Start?")
}

function estimateText({ calls, promptTokens, completionTokens, dollars }: DiscussionEstimate): string {
  const cost = dollars === null ? "at an unknown price" : `about $${dollars.toFixed(2)}`
  return `up to ${count(calls)} calls with about ${count(promptTokens + completionTokens)} tokens in all, ${cost}`
}

/** Said before anything is spent. */
function announceMaterials({ materials, window }: DiscussionEstimate, { note }: Terminal): void {
  for (const { number, name, characters, tokens } of materials) {
    note(`material ${number}: ${printableLine(name)}, ${count(characters)} characters, about ${count(tokens)} tokens\n`)
  }
  const total = materials.reduce((sum, { tokens }) => sum + tokens, 0)
  const room = window
    ? `; ${window.model} has room for ${count(window.forMaterials)} beside the discussion`
    : "; no model at the table tells how much it can read"
  note(`every call carries about ${count(total)} tokens of material${room}\n\n`)
}
