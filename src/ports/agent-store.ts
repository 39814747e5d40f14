import type { SeatOptions } from "../core/discussion/seat.ts"
import type { AnswerFor } from "./idempotency-store.ts"

interface ModelConfig extends SeatOptions {
  /** `provider/model`. */
  readonly model: string
}

export interface NewAgent {
  readonly name: string
  readonly description: string | null
  readonly systemPrompt: string
  readonly modelConfig: ModelConfig
  /** Answers open prompts of the squad automatically. */
  readonly squadMember: boolean
}

/** An agent that can be seated in many projects. Times are ISO 8601 in UTC. */
export interface AgentTemplate extends NewAgent {
  readonly id: string
  readonly createdAt: string
  readonly updatedAt: string
}

export interface PageRequest {
  readonly limit: number
  /** `next` of the previous page. Throws INPUT_INVALID if it is not one. */
  readonly cursor?: string | undefined
}

export interface AgentListPage {
  readonly agents: readonly AgentTemplate[]
  readonly next: string | null
}

/** One organisation's agent templates. Throws NOT_FOUND for unknown ids and those of other organisations. */
export interface AgentStore {
  create(agent: NewAgent, answerFor?: AnswerFor<AgentTemplate>): Promise<AgentTemplate>
  get(id: string): Promise<AgentTemplate>
  /** The agents that exist, in no particular order. */
  find(ids: readonly string[]): Promise<readonly AgentTemplate[]>
  list(page: PageRequest): Promise<AgentListPage>
  update(id: string, changes: Partial<NewAgent>): Promise<AgentTemplate>
  /** Throws CONFLICT naming the projects that use it. */
  remove(id: string): Promise<void>
}
