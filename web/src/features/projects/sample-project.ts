import type { Agent } from "../../api/agents.ts"
import { createProject, type Project } from "../../api/projects.ts"
import { randomId } from "../../api/random-id.ts"
import { createSampleAgents, sampleRoles } from "../agents/sample-agents.ts"
import type { AgentsTexts } from "../agents/texts/en.ts"
import type { ProjectsTexts } from "./texts/en.ts"
import { saveDraft } from "./use-send-message.ts"

interface SampleOptions {
  readonly texts: ProjectsTexts
  readonly agentTexts: AgentsTexts
  readonly agents: readonly Agent[]
}

/** A project that can be run at once: a person, three rehearsal agents, and the first words already written. */
export async function createSampleProject({ texts, agentTexts, agents }: SampleOptions): Promise<Project> {
  const created = await createSampleAgents(agentTexts, agents)
  const { name, description, message } = texts.sample
  const seated = sampleRoles.map((role, index) => ({ role, agentId: created[role].id, sequenceOrder: index + 2 }))
  const participants = [{ role: "user" as const, sequenceOrder: 1 }, ...seated]
  const project = await createProject({ name, description, participants }, randomId())
  saveDraft(project.id, message)
  return project
}
