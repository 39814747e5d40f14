import type { InputRequiredResult } from "@modelcontextprotocol/server"
import type { z } from "zod"
import type { SeatQuestion } from "../core/discussion/seat-question.ts"
import { defaultFormat } from "../core/formats/index.ts"
import type { PublicDiscussion } from "../core/public/types.ts"
import { discussionOperations } from "../operations/discussions.ts"
import { callApi, fallbackIfRefused } from "./api.ts"
import { canBeTask, taskOf } from "./discussion-tasks.ts"
import { canElicit, elicitAnswer, elicitAnswerNow, type PersonQuestion } from "./elicit.ts"
import { presentDiscussion } from "./present.ts"
import { discussInput, discussionResult, getDiscussionInput, reviewInput } from "./schemas.ts"
import { fetchSeatPrompt } from "./seat-tools.ts"
import { hasTasks } from "./tasks.ts"
import { addTool, type NewTask, type ToolCall, type ToolContext } from "./tool.ts"
import { pathOf, waitForDiscussion } from "./wait-for-discussion.ts"

type DiscussionResult = z.input<typeof discussionResult>

export function addDiscussionTools(context: ToolContext): void {
  addTool(context, {
    operation: discussionOperations.discuss,
    usage:
      "Returns the outcome, or after 45 seconds the id and the state so far; then call get_discussion to keep waiting. Cancelling this call aborts the discussion; its turns are kept.",
    input: discussInput,
    output: discussionResult,
    run: ({ wait, idempotency_key, choices, ...request }, call) => {
      const { table, format = table === undefined ? defaultFormat.name : undefined } = request
      const decision = choices ? { ...request.decision, options: choices } : request.decision
      return startAndWait(context, call, { ...request, format, decision }, idempotency_key, wait)
    },
  })

  addTool(context, {
    operation: discussionOperations.review,
    usage: "Returns the findings, or after 45 seconds an id for get_discussion, as discuss does.",
    input: reviewInput,
    output: discussionResult,
    run: ({ text, focus, idempotency_key, wait }, call) => {
      const topic = focus === undefined ? text : `${focus}\n\n${text}`
      return startAndWait(context, call, { table: "review", topic }, idempotency_key, wait)
    },
  })

  addTool(context, {
    operation: discussionOperations.getDiscussion,
    usage:
      "With wait, returns when the discussion has ended or needs input. from_turn pages through the turns, from_item through the decision record.",
    input: getDiscussionInput,
    output: discussionResult,
    readOnly: true,
    run: (input, call) => waitAndPresent(context, call, input),
  })
}

async function startAndWait(
  context: ToolContext,
  call: ToolCall,
  body: unknown,
  key: string | undefined,
  wait: number,
): Promise<DiscussionResult | InputRequiredResult | NewTask<DiscussionResult>> {
  const { fetch } = context
  const { signal } = call
  const known = call.person?.id
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key }
  const create = () =>
    callApi<{ discussion: PublicDiscussion }>(fetch, "POST", "/api/v1/discussions", { body, headers })
  const started = known === undefined ? (await create()).discussion : undefined
  const id = started?.id ?? known!
  if (started && hasTasks(call.context) && canBeTask(started)) {
    const soFar = presentDiscussion(started, { maxTokens: context.maxTokens / 2, waitingFor: [] })
    return { task: taskOf(started), soFar }
  }
  if (known === undefined) await call.onProgress?.(`Discussion ${id} has started`)
  const abort = () => void callApi(fetch, "POST", `${pathOf(id)}/abort`).catch(() => {})
  signal.addEventListener("abort", abort, { once: true })
  // The call may have been cancelled while the discussion was being created.
  if (signal.aborted) abort()
  try {
    return await waitAndPresent(context, call, { id, wait })
  } finally {
    signal.removeEventListener("abort", abort)
  }
}

/** Waits, asks the client's user whenever the discussion waits for their seat, and returns the state after that. */
async function waitAndPresent(
  context: ToolContext,
  call: ToolCall,
  { id, wait, from_turn: fromTurn, from_item: fromItem }: z.output<typeof getDiscussionInput>,
): Promise<DiscussionResult | InputRequiredResult> {
  const { fetch } = context
  const { signal, onProgress, person } = call
  const answer = (seat: string, content: string) =>
    callApi(fetch, "POST", `${pathOf(id)}/turns`, { body: { seat, content } })
  const until = performance.now() + wait * 1_000
  if (person?.content !== undefined) await answer(person.seat, person.content)
  // A person who declined is not asked again in the same call.
  let mayAsk = canElicit(context, call) && (person === undefined || person.content !== undefined)
  for (;;) {
    const left = Math.max(0, until - performance.now())
    const { discussion, queue } = await waitForDiscussion(fetch, id, left / 1_000, { signal, onProgress })
    const waitingFor = await readQuestions(context, discussion)
    const isTimeLeft = context.era === "modern" || performance.now() < until
    const asked = mayAsk && isTimeLeft ? personQuestion(discussion, waitingFor) : undefined
    if (!asked) {
      const maxTokens = context.maxTokens / 2
      return presentDiscussion(discussion, { maxTokens, waitingFor, place: queue?.place, fromTurn, fromItem })
    }
    if (context.era === "modern") return elicitAnswer(context, call, asked)
    const content = await elicitAnswerNow(context, call, asked, until - performance.now())
    if (content === undefined) mayAsk = false
    else await answer(asked.seat, content)
  }
}

type Questions = DiscussionResult["waitingFor"]

function personQuestion({ id, seats }: PublicDiscussion, questions: Questions): PersonQuestion | undefined {
  const person = seats.find((seat) => seat.kind === "human" && questions.some((one) => one.seat === seat.id))
  const asked = person && questions.find(({ seat }) => seat === person.id)
  if (!person || asked?.question === undefined) return undefined
  return { discussionId: id, seat: person.id, name: person.name, question: asked as SeatQuestion }
}

async function readQuestions({ fetch }: ToolContext, { id, waitingFor }: PublicDiscussion): Promise<Questions> {
  return Promise.all(
    waitingFor.map(async (seat) => {
      // A read-only key may not get the question: then only the seat is shown.
      const asked = await fetchSeatPrompt(fetch, id, seat).catch(fallbackIfRefused(undefined))
      if (!asked?.question) return { seat }
      const { callId: _, purpose: __, until: ___, ...question } = asked.question
      return { seat, ...question }
    }),
  )
}
