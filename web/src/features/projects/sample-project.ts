import type { Agent } from "../../api/agents.ts"
import { freshKey } from "../../api/fresh-key.ts"
import { createProject, type Project } from "../../api/projects.ts"
import { sampleAgents, sampleRoles } from "../agents/sample-agents.ts"
import type { AgentsTexts } from "../agents/texts/en.ts"
import { keepDraft } from "./message-draft.ts"
import type { ProjectsTexts } from "./texts/en.ts"

interface SampleOptions {
  readonly texts: ProjectsTexts
  readonly agentTexts: AgentsTexts
  readonly agents: readonly Agent[]
}

/** A project that can be run at once: a person, three rehearsal agents, and the first words already written. */
export async function sampleProject({ texts, agentTexts, agents }: SampleOptions): Promise<Project> {
  const made = await sampleAgents(agentTexts, agents)
  const { name, description, message } = texts.sample
  const seated = sampleRoles.map((role, index) => ({ role, agentId: made[role].id, sequenceOrder: index + 2 }))
  const participants = [{ role: "user" as const, sequenceOrder: 1 }, ...seated]
  const project = await createProject({ name, description, participants }, freshKey())
  keepDraft(project.id, message)
  return project
}
