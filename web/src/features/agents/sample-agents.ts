import { type Agent, createAgent, type NewAgent } from "../../api/agents.ts"
import { randomId } from "../../api/use-idempotency-key.ts"
import type { AgentsTexts } from "../../texts/en/agents.ts"

const models = { manager: "rehearsal/bold", leader: "rehearsal/curious", specialist: "rehearsal/sceptic" } as const

export type SampleRole = keyof typeof models
export const sampleRoles = Object.keys(models) as readonly SampleRole[]

/** The three sample agents in the reader's language; existing ones are reused. */
export async function createSampleAgents(
  { samples }: AgentsTexts,
  existing: readonly Agent[],
): Promise<Record<SampleRole, Agent>> {
  const created: Partial<Record<SampleRole, Agent>> = {}
  // The list shows the newest first, so create them in reverse order.
  for (const role of sampleRoles.toReversed()) {
    const wanted: NewAgent = { ...samples[role], modelConfig: { model: models[role] } }
    const known = existing.find(
      ({ name, systemPrompt }) => name === wanted.name && systemPrompt === wanted.systemPrompt,
    )
    created[role] = known ?? (await createAgent(wanted, randomId()))
  }
  return created as Record<SampleRole, Agent>
}
