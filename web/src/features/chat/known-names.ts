import type { Agent } from "../../api/agents.ts"
import { normalizeName } from "./names.ts"
import type { SquadState } from "./squad-state.ts"

/** Everyone who may be named: members of the squad, and whoever spoke, asked or was asked; by name. */
export function knownNames(squad: SquadState | undefined, agents: readonly Agent[]): readonly string[] {
  const members = agents.filter(({ squadMember }) => squadMember).map(({ name }) => name)
  const spoke = squad?.messages.map(({ agent_name }) => agent_name) ?? []
  const asked = [...(squad?.prompts.values() ?? [])].flatMap(({ requester_agent, mentions }) => [
    requester_agent,
    ...mentions,
  ])
  const byKey = new Map<string, string>()
  for (const name of [...members, ...spoke, ...asked])
    if (!byKey.has(normalizeName(name))) byKey.set(normalizeName(name), name)
  return [...byKey.values()].sort((a, b) => a.localeCompare(b))
}
