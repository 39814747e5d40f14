import type { SeatInput } from "../core/formats/input-types.ts"
import { decodeSse } from "../core/public/encode-sse.ts"
import type { PublicDiscussion, PublicEvent } from "../core/public/types.ts"
import type { ForkComparison } from "../core/reporting/compare-forks.ts"
import type { DiscussionInput, ForkChanges } from "../core/tables/discussion-request.ts"
import type { DiscussionEstimate } from "../engine/verbs/estimate-discussion.ts"
import type { Discovery } from "../models/discovery.ts"
import type { DiscussionFilter, DiscussionListPage } from "../ports/discussion-list.ts"
import type { PostedPrompt, PromptFilter, SquadPrompt } from "../ports/squad-store.ts"
import type { AnswerPromptInput, PostPromptInput, PromptDetail } from "../squad/index.ts"
import { ApiError, readError } from "./api-error.ts"
import { followStream, retryDelayMs, type StreamState, wait } from "./follow-stream.ts"
import { randomId } from "./random-id.ts"

export type { Discovery }

/** Sends an API request, over the network or to a handler in this process. `path` begins with a slash. */
export type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>

export interface FollowOptions {
  /** Stops following; the discussion continues. */
  readonly signal?: AbortSignal
  /** Follow from the event after this `seq`. */
  readonly after?: number
  /** Called when the connection opens, breaks and reconnects. */
  readonly onState?: (state: StreamState) => void
}

export const exportFormats = ["md", "json", "html", "adr"] as const
export type ExportFormat = (typeof exportFormats)[number]

interface RequestOptions {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE"
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly cache?: "no-store"
}

const discussions = "/api/v1/discussions"
const squad = "/api/discussion"
const eventsPerPage = 1_000
const maxCreateRetries = 2
const finalEvents: ReadonlySet<string> = new Set(["discussion_completed", "discussion_error", "discussion_aborted"])

/** A client of the HTTP API. Error responses are thrown as ApiError. */
export class ConclaveClient {
  readonly #fetch: ApiFetch
  readonly #retries: number | undefined

  constructor(fetch: ApiFetch, retries?: number) {
    this.#fetch = fetch
    this.#retries = retries
  }

  /** Matching discussions, newest first, one page per call. */
  list(
    filter: { readonly [Name in keyof DiscussionFilter]?: DiscussionFilter[Name] | undefined } = {},
  ): Promise<DiscussionListPage> {
    return this.#json(`${discussions}?${queryString(filter)}`)
  }

  /** The whole discussion in its current state. */
  async discussion(id: string): Promise<PublicDiscussion> {
    return (await this.#json<{ discussion: PublicDiscussion }>(pathOf(id))).discussion
  }

  /** `null` removes the title, so that the topic is shown instead. */
  async rename(id: string, title: string | null): Promise<void> {
    await this.#request(pathOf(id), { method: "PATCH", body: { title } })
  }

  /** Aborts the discussion if it is running and erases everything stored of it. */
  async delete(id: string): Promise<void> {
    await this.#request(pathOf(id), { method: "DELETE" })
  }

  async export(id: string, form: ExportFormat): Promise<string> {
    return (await this.#request(`${pathOf(id)}/export?as=${form}`)).text()
  }

  /** Creates and starts a discussion; returns its id. `sessionId` is the conversation that it belongs to. */
  discuss(input: DiscussionInput & { readonly sessionId?: string }): Promise<string> {
    return this.#create(discussions, input)
  }

  /** Checks the input and estimates calls, tokens and cost, without starting the discussion. */
  async estimate(input: DiscussionInput): Promise<DiscussionEstimate> {
    const body = { method: "POST", body: input } as const
    return (await this.#json<{ estimate: DiscussionEstimate }>(`${discussions}/estimate`, body)).estimate
  }

  /** All events so far. */
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

  /** All events to the end of the discussion, with live text. Resumes exactly after a lost connection. */
  async *follow(id: string, options: FollowOptions = {}): AsyncGenerator<PublicEvent, void> {
    const { after, ...rest } = options
    const open = (lastId: string | undefined, signal: AbortSignal) => {
      const headers = { accept: "text/event-stream", ...(lastId !== undefined && { "last-event-id": lastId }) }
      return this.#request(`${pathOf(id)}/events`, { headers, signal, cache: "no-store" })
    }
    const known = after === undefined ? undefined : String(after)
    for await (const messages of followStream({ ...rest, open, after: known, retries: this.#retries })) {
      for (const message of messages) {
        const event = decodeSse(message)
        yield event
        if (finalEvents.has(event.type)) return options.onState?.("ended")
      }
    }
  }

  /** Answers for a waiting seat; `seat` is required if several seats are waiting. */
  async say(id: string, content: string, seat?: string): Promise<void> {
    await this.#steer(`${pathOf(id)}/turns`, { content, seat })
  }

  /** Votes for a waiting seat; `seat` is required if several seats are waiting. */
  async vote(id: string, vote: VoteInput, seat?: string): Promise<void> {
    await this.say(id, encodeVote(vote), seat)
  }

  /** Adds a comment out of turn. */
  async interject(id: string, author: string, content: string): Promise<void> {
    await this.#steer(`${pathOf(id)}/interjections`, { author, content })
  }

  /** Steering calls return the resulting state: the process that runs the discussion may exit right afterwards. */
  pause(id: string): Promise<PublicDiscussion> {
    return this.#steer(`${pathOf(id)}/pause`)
  }

  resume(id: string): Promise<PublicDiscussion> {
    return this.#steer(`${pathOf(id)}/resume`)
  }

  abort(id: string, reason?: string): Promise<PublicDiscussion> {
    return this.#steer(`${pathOf(id)}/abort`, reason === undefined ? undefined : { reason })
  }

  /** Cuts off the turn in progress; with `turn`, only if it is that one. */
  interrupt(id: string, turn?: string): Promise<PublicDiscussion> {
    return this.#steer(`${pathOf(id)}/interrupt?${queryString({ turn })}`)
  }

  join(id: string, seat: SeatInput): Promise<PublicDiscussion> {
    return this.#steer(`${pathOf(id)}/seats`, seat)
  }

  leave(id: string, seat: string): Promise<PublicDiscussion> {
    return this.#steer(`${pathOf(id)}/seats/${encodeURIComponent(seat)}`, undefined, "DELETE")
  }

  /** Creates a discussion that continues from a turn of this one; returns its id. */
  fork(id: string, atTurn: string | number, changes: ForkChanges): Promise<string> {
    return this.#create(`${pathOf(id)}/fork`, { atTurn, changes })
  }

  /** Asks the same table a new question, with this discussion's result as material; returns the new discussion's id. */
  followUp(id: string, topic: string): Promise<string> {
    return this.#create(`${pathOf(id)}/follow-up`, { topic })
  }

  async compare(a: string, b: string): Promise<ForkComparison> {
    const path = `${pathOf(a)}/compare?${queryString({ with: b })}`
    return (await this.#json<{ comparison: ForkComparison }>(path)).comparison
  }

  /** The known providers and their models. */
  models(): Promise<Discovery> {
    return this.#json("/api/v1/models")
  }

  askSquad(body: PostPromptInput): Promise<PostedPrompt> {
    return this.#json(squad, { method: "POST", body, headers: { "idempotency-key": randomId() } })
  }

  /** Waits until the prompt is ready, for at most `wait` seconds. */
  waitForPrompt(id: string, wait: number, signal?: AbortSignal): Promise<PromptDetail> {
    return this.#json(`${squad}/${encodeURIComponent(id)}?${queryString({ wait })}`, { ...(signal && { signal }) })
  }

  answerPrompt(answer: Omit<AnswerPromptInput, "idempotencyKey">): Promise<{ readonly prompt: SquadPrompt }> {
    const { promptId, ...body } = answer
    return this.#json(`${squad}/${encodeURIComponent(promptId)}`, { method: "POST", body })
  }

  async prompts(filter: PromptFilter): Promise<readonly SquadPrompt[]> {
    return (await this.#json<{ prompts: readonly SquadPrompt[] }>(`${squad}?${queryString(filter)}`)).prompts
  }

  /** Retries under the same idempotency key if the response is lost, so it is created at most once. */
  async #create(path: string, body: unknown): Promise<string> {
    const request = { method: "POST", body, headers: { "idempotency-key": randomId() } } as const
    for (let failures = 0; ; failures++) {
      try {
        return (await this.#json<{ discussion: PublicDiscussion }>(path, request)).discussion.id
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 0 || failures === maxCreateRetries) throw error
        await wait(retryDelayMs(failures))
      }
    }
  }

  async #steer(path: string, body?: unknown, method: "POST" | "DELETE" = "POST"): Promise<PublicDiscussion> {
    const request = { method, ...(body !== undefined && { body }) }
    return (await this.#json<{ discussion: PublicDiscussion }>(path, request)).discussion
  }

  async #json<T>(path: string, request?: RequestOptions): Promise<T> {
    return (await (await this.#request(path, request)).json()) as T
  }

  async #request(path: string, options: RequestOptions = {}): Promise<Response> {
    const { method = "GET", body, headers, signal, cache } = options
    const response = await this.#fetch(path, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
      ...(cache && { cache }),
    })
    if (!response.ok) throw await readError(response)
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

/** A vote: yes or no on a question of consensus, otherwise in the form of the ballot. */
export type VoteInput = (
  | {
      readonly agree: boolean
      /** The solution to agree on, or a counter-proposal. */
      readonly solution?: string
    }
  | { readonly choice: string }
  | { /** Best first. */ readonly ranking: readonly string[] }
  | { readonly approved: readonly string[] }
  | { /** 0 to 10 for each option. */ readonly scores: Readonly<Record<string, number>> }
) & {
  /** 0 to 100. */
  readonly confidence?: number
  /** Reasons in a sentence or two. */
  readonly reasoning?: string
  /** If the ballot also asks for an amount. */
  readonly amount?: number
}

/** Encodes a vote as the JSON object that the server reads unambiguously. */
function encodeVote(vote: VoteInput): string {
  if ("agree" in vote) {
    const { agree: hasConsensus, solution: proposedSolution, ...rest } = vote
    return JSON.stringify({ hasConsensus, proposedSolution, ...rest })
  }
  if ("scores" in vote) {
    const scores = Object.entries(vote.scores).map(([option, score]) => ({ option, score }))
    return JSON.stringify({ ...vote, scores })
  }
  return JSON.stringify(vote)
}
