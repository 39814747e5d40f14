import type { PublicEvent } from "../../core/public/types.ts"
import type { RenderEvent } from "./event-encoder.ts"

type Write = (type: string, fields: object) => string

/** A discussion as an AG-UI run: turns are messages, rounds are steps, all else is custom. */
export function agUiEvents(discussionId: string): RenderEvent {
  /** Open messages by turn id; `length` is how much of the text was sent. */
  const open = new Map<string, { readonly messageId: string; length: number }>()
  let step: string | undefined
  const run = { threadId: discussionId, runId: discussionId }

  return (event) => {
    const timestamp = Date.parse(event.at)
    const write = (type: string, fields: object) => `data: ${JSON.stringify({ type, timestamp, ...fields })}\n\n`
    const { revealed = [], ...data } = event.data
    return (
      render({ ...event, data } as PublicEvent, write) +
      revealed.map((turn) => wholeTurn(turn.id, turn.content, write)).join("")
    )
  }

  /** A complete message, for a turn that was withheld until now. */
  function wholeTurn(messageId: string, delta: string, write: Write): string {
    const start = write("TEXT_MESSAGE_START", { messageId, role: "assistant" })
    return start + write("TEXT_MESSAGE_CONTENT", { messageId, delta }) + write("TEXT_MESSAGE_END", { messageId })
  }

  function render(event: PublicEvent, write: Write): string {
    const endMessage = (turnId: string) => {
      const message = open.get(turnId)
      open.delete(turnId)
      if (!message || message.length === 0) return ""
      return write("TEXT_MESSAGE_END", { messageId: message.messageId })
    }
    /** The message starts with the first text, so passes and withheld turns have none. */
    const begin = (turnId: string, attempt: number) => {
      open.set(turnId, { messageId: attempt === 1 ? turnId : `${turnId}-${attempt}`, length: 0 })
    }
    const say = (turnId: string, delta: string) => {
      const message = open.get(turnId)
      if (!message || delta === "") return ""
      const { messageId } = message
      const start = message.length === 0 ? write("TEXT_MESSAGE_START", { messageId, role: "assistant" }) : ""
      message.length += delta.length
      return start + write("TEXT_MESSAGE_CONTENT", { messageId, delta })
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
        begin(turnId, attempt)
        return write("CUSTOM", { name: event.type, value: { turnId, role, name } })
      }
      case "turn_retried": {
        const ended = endMessage(event.data.turnId)
        begin(event.data.turnId, event.data.attempt)
        return ended
      }
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
