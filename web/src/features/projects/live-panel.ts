import type { PublicEventData } from "../../../../src/core/public/types.ts"
import type { StreamEvent } from "../../api/sse-parser.ts"

/** A turn as it is heard, before it stands among the panel's entries. */
export interface LiveTurn {
  readonly id: string
  readonly seat: string
  readonly roundNumber: number
  readonly attempt: number
  readonly modelId: string | null
  readonly text: string
  readonly isDone: boolean
  readonly isPass: boolean
  /** Why it was not heard. */
  readonly skipped?: string
}

export interface PanelResult {
  readonly kind: "completed" | "failed" | "stopped"
  readonly reason: string
}

/** What the events of a panel's discussion tell beyond its entries. */
export interface LivePanel {
  readonly seats: readonly { readonly id: string; readonly name: string; readonly model?: string | undefined }[]
  readonly rounds: number
  readonly round: number
  readonly turns: readonly LiveTurn[]
  /** The seat of the person whose words are awaited. */
  readonly awaited: string | undefined
  readonly paused: PublicEventData["discussion_paused"]["reason"] | undefined
  readonly end: PanelResult | undefined
}

export const silentPanel: LivePanel = {
  seats: [],
  rounds: 3,
  round: 0,
  turns: [],
  awaited: undefined,
  paused: undefined,
  end: undefined,
}

export function foldPanel(panel: LivePanel, { type, data }: StreamEvent): LivePanel {
  switch (type) {
    case "discussion-started": {
      const { seats, options } = data as PublicEventData["discussion_started"]
      return { ...panel, seats, rounds: options.rounds }
    }
    case "round-started":
      return { ...panel, round: (data as PublicEventData["round_started"]).roundNumber }
    case "turn-started":
      return begin(panel, data as PublicEventData["turn_started"])
    case "turn-chunk":
      return hear(panel, data as Chunk)
    case "turn-retried": {
      const { turnId } = data as PublicEventData["turn_retried"]
      return change(panel, turnId, (turn) => ({ ...turn, text: "" }))
    }
    case "turn-completed":
    case "turn-passed":
      return complete(panel, data as PublicEventData["turn_completed"])
    case "turn-skipped": {
      const { turnId, role, error } = data as PublicEventData["turn_skipped"]
      const heard = change(panel, turnId, (turn) => ({ ...turn, isDone: true, skipped: error.message }))
      return panel.awaited === role ? { ...heard, awaited: undefined } : heard
    }
    case "awaiting-input":
      return { ...panel, awaited: (data as PublicEventData["awaiting_input"]).role }
    case "discussion-paused":
      return { ...panel, paused: (data as PublicEventData["discussion_paused"]).reason }
    case "discussion-resumed":
      return { ...panel, paused: undefined }
    case "discussion-completed":
      return over(panel, "completed", (data as PublicEventData["discussion_completed"]).stoppingReason)
    case "discussion-error":
      return over(panel, "failed", (data as PublicEventData["discussion_error"]).error.message)
    case "discussion-aborted":
      return over(panel, "stopped", (data as PublicEventData["discussion_aborted"]).reason)
    default:
      return panel
  }
}

interface Chunk {
  readonly role: string
  readonly turnId: string
  readonly attempt: number
  readonly offset: number
  readonly chunk: string
}

/** A person's turn begins when their words come; until then they are awaited. */
function begin(
  panel: LivePanel,
  { turnId, role, modelId, roundNumber, attempt }: PublicEventData["turn_started"],
): LivePanel {
  if (modelId === null || panel.turns.some(({ id }) => id === turnId)) return panel
  const said = { text: "", isDone: false, isPass: false }
  return { ...panel, turns: [...panel.turns, { id: turnId, seat: role, roundNumber, attempt, modelId, ...said }] }
}

/** Another attempt begins anew; words that came twice are there once. */
function hear(panel: LivePanel, { turnId, attempt, offset, chunk }: Chunk): LivePanel {
  return change(panel, turnId, (turn) => {
    if (attempt < turn.attempt) return turn
    const before = attempt === turn.attempt ? turn.text.slice(0, offset) : ""
    return { ...turn, attempt, text: before + chunk }
  })
}

function complete(panel: LivePanel, { turn }: PublicEventData["turn_completed"]): LivePanel {
  const { id, role, roundNumber, attempt, content, passed, modelId = null } = turn
  const whole: LiveTurn = {
    id,
    seat: role,
    roundNumber,
    attempt,
    modelId,
    text: content,
    isDone: true,
    isPass: passed,
  }
  const awaited = panel.awaited === role ? undefined : panel.awaited
  const isKnown = panel.turns.some((other) => other.id === id)
  const turns = isKnown ? panel.turns.map((other) => (other.id === id ? whole : other)) : [...panel.turns, whole]
  return { ...panel, turns, awaited }
}

function change(panel: LivePanel, id: string, changed: (turn: LiveTurn) => LiveTurn): LivePanel {
  return { ...panel, turns: panel.turns.map((turn) => (turn.id === id ? changed(turn) : turn)) }
}

function over(panel: LivePanel, kind: PanelResult["kind"], reason: string): LivePanel {
  return { ...panel, awaited: undefined, paused: undefined, end: { kind, reason } }
}
