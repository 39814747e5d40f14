import { inputRequired, type ServerContext } from "@modelcontextprotocol/server"
import type { PublicDiscussion } from "../core/public/types.ts"
import { isOver } from "../core/public/view.ts"
import { callApi, fallbackIfRefused } from "./api.ts"
import { contentOf, formFor } from "./elicit.ts"
import { presentDiscussion } from "./present.ts"
import { fetchSeatPrompt } from "./seat-tools.ts"
import { capabilitiesOf, type TaskSource, type TaskView } from "./tasks.ts"
import { answer, type ToolContext } from "./tool.ts"
import { pathOf } from "./wait-for-discussion.ts"

/** Whether a discussion can run as a task. An external seat has to be polled with `take_turn`, which a task cannot do. */
export function canBeTask({ seats }: PublicDiscussion): boolean {
  return seats.every(({ kind }) => kind !== "external")
}

/** Discussions as tasks. A task has the id of its discussion and exists as long as it does. */
export function discussionTasks({ fetch, maxTokens }: Pick<ToolContext, "fetch" | "maxTokens">): TaskSource {
  return {
    async get(taskId, context) {
      const discussion = await read(taskId)
      return discussion && view(discussion, context)
    },
    async update(taskId, answers) {
      const discussion = await read(taskId)
      for (const { seat, callId, form } of discussion ? await personQuestions(discussion) : []) {
        const { action, content } = (answers[callId] ?? {}) as { action?: unknown; content?: Record<string, unknown> }
        if (action !== "accept") continue
        const body = { seat, content: contentOf(form, content ?? {}) }
        await callApi(fetch, "POST", `${pathOf(taskId)}/turns`, { body })
      }
    },
    async cancel(taskId) {
      await callApi(fetch, "POST", `${pathOf(taskId)}/abort`)
    },
  }

  async function read(id: string): Promise<PublicDiscussion | undefined> {
    const found = callApi<{ discussion: PublicDiscussion }>(fetch, "GET", pathOf(id))
    return (await found.catch(fallbackIfRefused(undefined)))?.discussion
  }

  async function view(discussion: PublicDiscussion, context: ServerContext): Promise<TaskView> {
    const base = taskOf(discussion)
    if (isOver(discussion.status)) {
      const result = answer(presentDiscussion(discussion, { maxTokens: maxTokens / 2, waitingFor: [] }))
      return discussion.status === "aborted" ? base : { ...base, result }
    }
    const canAsk = capabilitiesOf(context).elicitation !== undefined
    const questions = canAsk && discussion.status === "waiting" ? await personQuestions(discussion) : []
    if (questions.length === 0) return base
    const requests = questions.map((asked) => {
      const message = `${asked.name}: ${asked.question}`
      return [asked.callId, inputRequired.elicit({ message, requestedSchema: formFor(asked) })] as const
    })
    return { ...base, status: "input_required", inputRequests: Object.fromEntries(requests) }
  }

  async function personQuestions({ id, seats, waitingFor }: PublicDiscussion) {
    const people = seats.filter((seat) => seat.kind === "human" && waitingFor.includes(seat.id))
    const asked = await Promise.all(
      people.map(async ({ id: seat, name }) => {
        const { question } = await fetchSeatPrompt(fetch, id, seat)
        return question && { ...question, seat, name }
      }),
    )
    return asked.filter((one) => one !== null)
  }
}

export function taskOf({ id, status, round, startedAt, updatedAt, waitingFor }: PublicDiscussion): TaskView {
  const times = { createdAt: startedAt ?? updatedAt, lastUpdatedAt: updatedAt }
  const over = status === "aborted" ? "cancelled" : isOver(status) ? "completed" : "working"
  const waiting = waitingFor.length > 0 ? `waiting for ${waitingFor.join(", ")}` : `round ${round}`
  return { taskId: id, status: over, statusMessage: isOver(status) ? status : `${status}: ${waiting}`, ...times }
}
