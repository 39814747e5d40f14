import type { PageRequest } from "./agent-store.ts"
import type { AnswerFor } from "./idempotency-store.ts"

export const participantRoles = ["manager", "leader", "specialist", "user"] as const

export interface NewParticipant {
  readonly role: (typeof participantRoles)[number]
  /** Null for a person. */
  readonly agentId: string | null
  readonly sequenceOrder: number
}

export interface Participant extends NewParticipant {
  readonly id: string
}

export interface NewProject {
  readonly name: string
  readonly description: string | null
  /** Number of rounds of its panel (default: the format's). */
  readonly rounds?: number | null
  readonly participants: readonly NewParticipant[]
}

/** The definition of a panel. Participants are in speaking order; times are ISO 8601 in UTC. */
export interface Project extends NewProject {
  readonly id: string
  readonly participants: readonly Participant[]
  readonly createdAt: string
  readonly updatedAt: string
}

export interface ProjectListPage {
  readonly projects: readonly Project[]
  readonly next: string | null
}

/**
 * One organisation's projects. Throws NOT_FOUND for unknown ids and those of other organisations, and INPUT_INVALID for
 * participants with an unknown agent.
 */
export interface ProjectStore {
  create(project: NewProject, answerFor?: AnswerFor<Project>): Promise<Project>
  get(id: string): Promise<Project>
  list(page: PageRequest): Promise<ProjectListPage>
  update(id: string, changes: Partial<NewProject>): Promise<Project>
  /** Its discussions are kept without a project. */
  remove(id: string): Promise<void>
}
