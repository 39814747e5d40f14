import { randomUUID } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import { ConclaveError, type ErrorCode, errorCodes, type FieldProblem } from "../core/errors.ts"
import type { SeatInput } from "../core/formats/discussion-input.ts"
import type { PublicDiscussion, PublicEvent } from "../core/public/types.ts"
import type { ForkComparison } from "../core/reporting/compare-forks.ts"
import type { ForkChanges } from "../core/steering/create-fork.ts"
import type { DiscussionInput } from "../core/tables/discussion-request.ts"
import type { DiscussionEstimate } from "../engine/verbs/estimate-discussion.ts"
import type { DiscussionFilter, DiscussionPage } from "../ports/discussion-list.ts"
import type { KeyStore } from "../ports/key-store.ts"
import type { PostedPrompt, SquadPrompt } from "../ports/squad-store.ts"
import type { AnswerPromptInput, ListPromptsInput, PostPromptInput, PromptDetail } from "../squad/index.ts"

export type { DiscussionEstimate }

/** Asks the API: over the network, or the handler of this process. The path begins with a slash. */
export type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>

export interface ClientOptions {
  readonly fetch: ApiFetch
  /** Whether any process, this one or another, runs discussions now. */
  readonly hasWorkers: () => Promise<boolean>
  /** Keys of every organisation. */
  readonly keys: () => Promise<KeyAdmin>
  readonly close: () => Promise<void>
}

export type KeyAdmin = Pick<KeyStore, "organisations" | "createOrganisation" | "create" | "list" | "revoke">

export interface ModelListing {
  readonly providers: readonly {
    readonly name: string
    /** As people call it. */
    readonly title: string
    readonly ready: boolean
    readonly missing?: string
    readonly baseUrl?: string
    readonly problem?: string
  }[]
  readonly models: readonly {
    readonly id: string
    readonly provider: string
    readonly note?: string
    readonly suggested?: true
    readonly rehearsal?: true
  }[]
}

export const exportFormats = ["md", "json", "html", "adr"] as const
export type ExportFormat = (typeof exportFormats)[number]

interface RequestOptions {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE"
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

const discussions = "/api/v1/discussions"
const squad = "/api/discussion"
const eventsPerPage = 1_000
const maxAttempts = 5
const finalEvents: ReadonlySet<string> = new Set(["discussion_completed", "discussion_error", "discussion_aborted"])

/** What commands work through: the HTTP API, wherever it is answered. Its refusals come as the errors they were there. */
export class Client {
  readonly hasWorkers: () => Promise<boolean>
  readonly keys: () => Promise<KeyAdmin>
  readonly close: () => Promise<void>
  readonly #fetch: ApiFetch

  constructor({ fetch, hasWorkers, keys, close }: ClientOptions) {
    this.#fetch = fetch
    this.hasWorkers = hasWorkers
    this.keys = keys
    this.close = close
  }

  list(filter: DiscussionFilter): Promise<DiscussionPage> {
    return this.#json(`${discussions}?${queryString(filter)}`)
  }

  async discussion(id: string): Promise<PublicDiscussion> {
    return (await this.#json<{ discussion: PublicDiscussion }>(pathOf(id))).discussion
  }

  /** Null: it goes by its topic again. */
  async rename(id: string, title: string | null): Promise<void> {
    await this.#request(pathOf(id), { method: "PATCH", body: { title } })
  }

  async delete(id: string): Promise<void> {
    await this.#request(pathOf(id), { method: "DELETE" })
  }

  async export(id: string, form: ExportFormat): Promise<string> {
    return (await this.#request(`${pathOf(id)}/export?as=${form}`)).text()
  }

  /** Sets up a discussion and starts it; gives its id. */
  discuss(input: DiscussionInput, sessionId?: string): Promise<string> {
    return this.#create(discussions, sessionId === undefined ? input : { ...input, sessionId })
  }

  /** What a discussion will take; checks it without starting it. */
  async estimate(input: DiscussionInput): Promise<DiscussionEstimate> {
    const body = { method: "POST", body: input } as const
    return (await this.#json<{ estimate: DiscussionEstimate }>(`${discussions}/estimate`, body)).estimate
  }

  /** Everything that has happened so far. */
  async events(id: string): Promise<readonly PublicEvent[]> {
    const events: PublicEvent[] = []
    for (;;) {
      const query = queryString({ after: events.at(-1)?.seq, limit: eventsPerPage })
      const headers = { accept: "application/json" }
      const page = await this.#json<{ events: readonly PublicEvent[] }>(`${pathOf(id)}/events?${query}`, { headers })
      events.push(...page.events)
      if (page.events.length < eventsPerPage) return events
    }
  }

  /** Everything that happens, to the end. A stream that breaks off goes on exactly where it was. */
  async *follow(id: string, signal?: AbortSignal): AsyncGenerator<PublicEvent, void> {
    const { readEventStream } = await import("./read-event-stream.ts")
    let lastEventId = ""
    for (let attempts = 0; attempts < maxAttempts && !signal?.aborted; attempts++) {
      try {
        const headers = { accept: "text/event-stream", ...(lastEventId !== "" && { "last-event-id": lastEventId }) }
        const response = await this.#request(`${pathOf(id)}/events`, { headers, ...(signal && { signal }) })
        if (response.status === 204 || !response.body) return
        for await (const { id: eventId, event } of readEventStream(response.body, signal)) {
          if (eventId !== "") lastEventId = eventId
          attempts = 0
          yield event
          if (finalEvents.has(event.type)) return
        }
      } catch (error) {
        if (signal?.aborted) return
        if (error instanceof ConclaveError && error.code !== "INITIALIZATION_FAILED") throw error
        if (attempts === maxAttempts - 1) throw error
      }
      await setTimeout(200 * 2 ** attempts)
    }
  }

  async say(id: string, content: string, seat?: string): Promise<void> {
    await this.#steer(`${pathOf(id)}/turns`, { content, ...(seat !== undefined && { seat }) })
  }

  async interject(id: string, author: string, content: string): Promise<void> {
    await this.#steer(`${pathOf(id)}/interjections`, { author, content })
  }

  /** Steering gives the discussion as it stands then: the process that runs it may be gone a moment later. */
  pause(id: string): Promise<PublicDiscussion> {
    return this.#steer(`${pathOf(id)}/pause`)
  }

  resume(id: string): Promise<PublicDiscussion> {
    return this.#steer(`${pathOf(id)}/resume`)
  }

  abort(id: string): Promise<PublicDiscussion> {
    return this.#steer(`${pathOf(id)}/abort`)
  }

  /** Cuts off the turn being spoken, or the one that is meant. */
  interrupt(id: string, turn?: string): Promise<PublicDiscussion> {
    return this.#steer(`${pathOf(id)}/interrupt?${queryString({ turn })}`)
  }

  join(id: string, seat: SeatInput): Promise<PublicDiscussion> {
    return this.#steer(`${pathOf(id)}/seats`, seat)
  }

  leave(id: string, seat: string): Promise<PublicDiscussion> {
    return this.#steer(`${pathOf(id)}/seats/${encodeURIComponent(seat)}`, undefined, "DELETE")
  }

  /** Starts a new discussion from a turn of this one; gives its id. */
  fork(id: string, atTurn: string | number, changes: ForkChanges): Promise<string> {
    return this.#create(`${pathOf(id)}/fork`, { atTurn, changes })
  }

  /** Asks the same table another question, with what came of this one beside it; gives the new discussion's id. */
  followUp(id: string, topic: string): Promise<string> {
    return this.#create(`${pathOf(id)}/follow-up`, { topic })
  }

  async compare(a: string, b: string): Promise<ForkComparison> {
    const path = `${pathOf(a)}/compare?${queryString({ with: b })}`
    return (await this.#json<{ comparison: ForkComparison }>(path)).comparison
  }

  models(): Promise<ModelListing> {
    return this.#json("/api/v1/models")
  }

  askSquad(body: PostPromptInput): Promise<PostedPrompt> {
    return this.#json(squad, { method: "POST", body, headers: { "idempotency-key": randomUUID() } })
  }

  /** As soon as it is ready, or as it stands after so many seconds. */
  waitForPrompt(id: string, wait: number, signal?: AbortSignal): Promise<PromptDetail> {
    return this.#json(`${squad}/${encodeURIComponent(id)}?${queryString({ wait })}`, { ...(signal && { signal }) })
  }

  answerPrompt({
    promptId,
    ...body
  }: Omit<AnswerPromptInput, "idempotencyKey">): Promise<{ readonly prompt: SquadPrompt }> {
    return this.#json(`${squad}/${encodeURIComponent(promptId)}`, { method: "POST", body })
  }

  async prompts(filter: ListPromptsInput): Promise<readonly SquadPrompt[]> {
    return (await this.#json<{ prompts: readonly SquadPrompt[] }>(`${squad}?${queryString(filter)}`)).prompts
  }

  /** Created once, however often the connection breaks meanwhile. */
  async #create(path: string, body: unknown): Promise<string> {
    const request = { method: "POST", body, headers: { "idempotency-key": randomUUID() } } as const
    return (await this.#json<{ discussion: PublicDiscussion }>(path, request)).discussion.id
  }

  async #steer(path: string, body?: unknown, method: "POST" | "DELETE" = "POST"): Promise<PublicDiscussion> {
    const request = { method, ...(body !== undefined && { body }) }
    return (await this.#json<{ discussion: PublicDiscussion }>(path, request)).discussion
  }

  async #json<T>(path: string, request?: RequestOptions): Promise<T> {
    return (await (await this.#request(path, request)).json()) as T
  }

  async #request(path: string, { method = "GET", body, headers, signal }: RequestOptions = {}): Promise<Response> {
    const response = await this.#fetch(path, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    if (!response.ok) throw await toConclaveError(response)
    return response
  }
}

function pathOf(id: string): string {
  return `${discussions}/${encodeURIComponent(id)}`
}

function queryString(fields: object): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) search.set(name, String(value))
  return search.toString()
}

interface ResponseDetails {
  readonly problems?: readonly FieldProblem[]
}

async function toConclaveError(response: Response): Promise<ConclaveError> {
  const { error } = (await response.json().catch(() => ({}))) as {
    readonly error?: { code?: string; message?: string; details?: ResponseDetails }
  }
  const code = errorCodes.find((known) => known === error?.code) ?? errorCodeOfStatus(response.status)
  const message = error?.message ?? `the server answered ${response.status}`
  const { problems = [], ...details } = error?.details ?? {}
  return new ConclaveError(code, message, {
    problems,
    ...(Object.keys(details).length > 0 && { details: details as Readonly<Record<string, string>> }),
  })
}

function errorCodeOfStatus(status: number): ErrorCode {
  if (status === 404) return "NOT_FOUND"
  if (status === 409) return "CONFLICT"
  return status < 500 ? "INPUT_INVALID" : "UNKNOWN"
}
