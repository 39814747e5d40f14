import type { z } from "zod"
import { isOver } from "../../core/discussion/fold.ts"
import type { Entry } from "../../core/discussion/history.ts"
import { getSeat, roundNumber } from "../../core/discussion/seat-queries.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { omitUndefined } from "../../core/omit-undefined.ts"
import { isoTime } from "../../core/text.ts"
import { type PanelMembers, panelSeats } from "../../engine/verbs/resolve-panel.ts"
import type { panelSchema } from "../schemas/panel.ts"

type PanelResponse = z.input<typeof panelSchema>
type PanelEntry = PanelResponse["entries"][number]

/** A project's panel; before it starts, with its participants and no entries. */
export function presentPanel(panel: PanelMembers, state: DiscussionState | undefined): PanelResponse {
  const { participants, ...project } = panel.project
  const names = (state?.seats ?? panelSeats(panel)).map(({ name }) => name)
  const entries = state?.entries.flatMap((entry) => entryOf(state, entry) ?? []) ?? []
  const turns = entries.filter(({ turnIndex }) => turnIndex !== null)
  return {
    status: "success",
    project: {
      ...project,
      participants: [...participants],
      status: statusOf(state),
      currentRound: state ? roundNumber(state) : 0,
      discussionId: state?.id ?? null,
    },
    entries,
    counts: Object.fromEntries(names.map((name) => [name, turns.filter(({ speaker }) => speaker === name).length])),
    speakerOrder: names,
    nextSpeaker: state ? nextSpeaker(state) : (names[0] ?? null),
  }
}

function statusOf(state: DiscussionState | undefined): PanelResponse["project"]["status"] {
  if (state && isOver(state.status)) return "completed"
  return state?.status === "paused" ? "paused" : "active"
}

/** The current speaker, or the one the panel waits for, or else the next in order. */
function nextSpeaker(state: DiscussionState): string | null {
  if (isOver(state.status)) return null
  const { openCalls: open, round, seats } = state
  const inRound = round && !round.completed ? round.order[round.settled] : undefined
  const id = open[0]?.seat ?? inRound ?? seats[0]?.id
  return id === undefined ? null : getSeat(state, id).name
}

function entryOf(state: DiscussionState, entry: Entry): PanelEntry | undefined {
  if (entry.kind === "ballot") return undefined
  if (entry.kind === "interjection") {
    const { id, author, content, roundNumber, timestamp } = entry.interjection
    const fields = { id, speaker: author, role: "user", agentId: null, content, turnIndex: null, roundNumber }
    return { ...fields, createdAt: isoTime(timestamp), metadata: { kind: "interjection" } }
  }
  const { id, seat: role, content, roundNumber, timestamp, author, modelId, ...rest } = entry.turn
  const { durationMs, attempt, finishReason, tokenUsage, passed, purpose, subDiscussion } = rest
  const seat = getSeat(state, role)
  const fields = {
    id,
    speaker: seat.name,
    role: seat.role,
    agentId: seat.agentId ?? null,
    content,
    turnIndex: purpose === "turn" ? state.everyone.indexOf(seat) : null,
    roundNumber,
  }
  const known = omitUndefined({ subDiscussion, modelId, userId: author })
  const metadata = { kind: passed ? "pass" : purpose, finishReason, durationMs, attempt, tokenUsage, ...known }
  return { ...fields, createdAt: isoTime(timestamp), metadata }
}
