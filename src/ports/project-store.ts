import type { PageRequest } from "./agent-store.ts"
import type { AnswerFor } from "./idempotency-store.ts"

export const participantRoles = ["manager", "leader", "specialist", "user"] as const
export type ParticipantRole = (typeof participantRoles)[number]

export interface NewParticipant {
  readonly role: ParticipantRole
  /** None for a person. */
  readonly agentId: string | null
  readonly sequenceOrder: number
}

export interface Participant extends NewParticipant {
  readonly id: string
}

export interface NewProject {
  readonly name: string
  readonly description: string | null
  /** How many rounds its panel has; the format's own number where it is not said. */
  readonly rounds?: number | null
  readonly participants: readonly NewParticipant[]
}

/** What a panel is set up from. Participants come in their order; times are ISO 8601 in UTC. */
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
 * One organisation's projects. What is not there, or another's, is NOT_FOUND. Participants whose agent is not there are
 * INPUT_INVALID naming the field.
 */
export interface ProjectStore {
  create(project: NewProject, answerFor?: AnswerFor<Project>): Promise<Project>
  get(id: string): Promise<Project>
  list(page: PageRequest): Promise<ProjectListPage>
  update(id: string, changes: Partial<NewProject>): Promise<Project>
  /** Its discussions stay, and belong to no project then. */
  remove(id: string): Promise<void>
}
