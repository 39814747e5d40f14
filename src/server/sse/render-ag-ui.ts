import type { PublicEvent } from "../../core/public/types.ts"
import type { RenderEvent } from "./event-encoder.ts"

/** A discussion as a run of AG-UI: turns are messages, rounds are steps, and what it has no word for is custom. */
export function agUiEvents(discussionId: string): RenderEvent {
  /** The attempts whose words are passed on now, by the turn's id. */
  const open = new Map<string, { readonly messageId: string; length: number }>()
  let step: string | undefined
  const run = { threadId: discussionId, runId: discussionId }

  return (event) => {
    const timestamp = Date.parse(event.at)
    const write = (type: string, fields: object) => `data: ${JSON.stringify({ type, timestamp, ...fields })}\n\n`
    return render(event, write)
  }

  function render(event: PublicEvent, write: (type: string, fields: object) => string): string {
    const endMessage = (turnId: string) => {
      const message = open.get(turnId)
      if (!message) return ""
      open.delete(turnId)
      return write("TEXT_MESSAGE_END", { messageId: message.messageId })
    }
    const begin = (turnId: string, attempt: number) => {
      const messageId = attempt === 1 ? turnId : `${turnId}-${attempt}`
      open.set(turnId, { messageId, length: 0 })
      return write("TEXT_MESSAGE_START", { messageId, role: "assistant" })
    }
    const say = (turnId: string, delta: string) => {
      const message = open.get(turnId)
      if (!message || delta === "") return ""
      message.length += delta.length
      return write("TEXT_MESSAGE_CONTENT", { messageId: message.messageId, delta })
    }
    const endStep = () => {
      const ended = step
      step = undefined
      return ended === undefined ? "" : write("STEP_FINISHED", { stepName: ended })
    }
    const endAll = () => [...open.keys()].map(endMessage).join("") + endStep()

    switch (event.type) {
      case "discussion_created":
        return write("RUN_STARTED", run)
      case "round_started": {
        const ended = endStep()
        step = `round ${event.data.roundNumber}`
        return ended + write("STEP_STARTED", { stepName: step })
      }
      case "round_completed":
        return endStep()
      case "turn_started": {
        const { turnId, attempt, role, name } = event.data
        return begin(turnId, attempt) + write("CUSTOM", { name: event.type, value: { turnId, role, name } })
      }
      case "turn_retried":
        return endMessage(event.data.turnId) + begin(event.data.turnId, event.data.attempt)
      case "turn_chunk":
        return say(event.data.turnId, event.data.chunk)
      case "turn_completed": {
        const { id, content } = event.data.turn
        return say(id, content.slice(open.get(id)?.length ?? 0)) + endMessage(id)
      }
      case "turn_passed":
        return endMessage(event.data.turn.id) + write("CUSTOM", { name: event.type, value: event.data })
      case "turn_skipped":
        return endMessage(event.data.turnId) + write("CUSTOM", { name: event.type, value: event.data })
      case "discussion_completed":
        return endAll() + write("RUN_FINISHED", { ...run, result: event.data.outcome })
      case "discussion_error":
        return endAll() + write("RUN_ERROR", { message: event.data.error.message, code: event.data.error.code })
      case "discussion_aborted":
        return endAll() + write("RUN_ERROR", { message: event.data.reason, code: "ABORTED" })
      default:
        return write("CUSTOM", { name: event.type, value: event.data })
    }
  }
}
