import type { DiscussionEvent } from "../core/discussion/event.ts"
import { totalTokens } from "../core/discussion/usage.ts"
import { applyPublic } from "../core/public/apply-public.ts"
import { publish } from "../core/public/publish.ts"
import type { PublicEvent, PublicEventData, PublicEventType } from "../core/public/types.ts"
import { type DiscussionView, emptyView, isOver } from "../core/public/view.ts"
import type { DiscussionStore } from "../ports/discussion-store.ts"

export type Log = (line: string) => void

const maxCachedViews = 1_000

/** Logs one line for each round, contribution and end of a discussion that this process writes. */
export function withEventLog(store: DiscussionStore, log: Log): DiscussionStore {
  const views = new Map<string, DiscussionView>()

  const viewBefore = async (discussionId: string, [first]: readonly DiscussionEvent[]): Promise<DiscussionView> => {
    const known = views.get(discussionId)
    if (known || first?.type === "discussion_created") return known ?? emptyView
    return applyPublic(emptyView, (await store.read(discussionId, 0, 2)).map(publish))
  }

  const logEvents = async (discussionId: string, events: readonly DiscussionEvent[]) => {
    let view = await viewBefore(discussionId, events)
    for (const event of events.map(publish)) {
      // The log lines need only seats and settings, so the transcript is dropped.
      view = { ...applyPublic(view, [event]), items: [], live: {} }
      const message = messageFor(event, view)
      if (message !== undefined) log(`${view.format} ${discussionId.slice(0, 8)}: ${message}`)
    }
    if (views.size >= maxCachedViews) views.clear()
    if (isOver(view.status)) views.delete(discussionId)
    else views.set(discussionId, view)
  }

  return afterAppend(store, logEvents)
}

/** Calls an observer after each append. It can neither delay nor fail one. */
export function afterAppend(
  store: DiscussionStore,
  onAppended: (discussionId: string, events: readonly DiscussionEvent[]) => Promise<void>,
): DiscussionStore {
  return {
    async append(discussionId, events, options) {
      await store.append(discussionId, events, options)
      void onAppended(discussionId, events).catch(() => {})
    },
    read: (discussionId, after, limit) => store.read(discussionId, after, limit),
    watch: (discussionId, onAppend) => store.watch(discussionId, onAppend),
  }
}

function messageFor(event: PublicEvent, view: DiscussionView): string | undefined {
  const message = messages[event.type] as (data: PublicEvent["data"], view: DiscussionView) => string | undefined
  return message(event.data, view)
}

function nameOf({ seats }: DiscussionView, seat: string): string {
  return seats.find(({ id }) => id === seat)?.name ?? seat
}

const silent = () => undefined

/** One entry per event type, so that a new one does not compile without. Never includes what seats said. */
const messages: {
  readonly [Type in PublicEventType]: (data: PublicEventData[Type], view: DiscussionView) => string | undefined
} = {
  discussion_created: silent,
  discussion_started: ({ seats }) => `started with ${seats.length} seats`,
  round_started: ({ roundNumber }, { options }) => `round ${roundNumber}/${options?.rounds ?? "?"}`,
  stage_started: silent,
  novelty_measured: silent,
  positions_compared: silent,
  round_completed: silent,
  turn_started: silent,
  turn_chunk: silent,
  turn_completed({ turn: { role, purpose, content, durationMs } }, view) {
    if (purpose === "sub-discussion") return undefined
    const did = { turn: "contributed", synthesis: "wrote the synthesis", interjection: "interjected" }[purpose]
    return `${nameOf(view, role)} ${did}, ${content.length} characters in ${(durationMs / 1_000).toFixed(1)} s`
  },
  turn_passed: ({ turn }, view) => `${nameOf(view, turn.role)} passed`,
  turn_retried: ({ role, reason }, view) => `${nameOf(view, role)} is retried (${reason})`,
  turn_skipped: ({ role, error }, view) => `${nameOf(view, role)} skipped: ${error.code}`,
  turn_interrupted: silent,
  awaiting_input: ({ name }) => `waiting for ${name}`,
  interjection: silent,
  chair_asked: silent,
  speaker_chosen: silent,
  consensus_check_started: silent,
  consensus_vote: silent,
  consensus_result: silent,
  ballot_started: silent,
  ballot_vote: silent,
  ballot_result: silent,
  ballot_retried: silent,
  seat_joined: ({ seat }) => `${seat.name} joined`,
  seat_left: ({ name }) => `${name} left`,
  sub_discussion_started: ({ seats, discussionId }) =>
    `side discussion ${discussionId.slice(0, 8)} started with ${seats.length} seats`,
  sub_discussion_completed: ({ discussionId, status }) =>
    `side discussion ${discussionId.slice(0, 8)} ended, ${status}`,
  memory_trimmed: silent,
  history_trimmed: silent,
  budget_warning: ({ of, used, limit }) => `used ${used} of ${limit} ${of}`,
  discussion_paused: ({ reason }) => `paused (${reason})`,
  discussion_resumed: () => "resumed",
  fork_started: silent,
  closing_started: silent,
  closing_call_started: silent,
  closing_call_retried: ({ role, purpose, reason }, view) => `${nameOf(view, role)}: ${purpose} is retried (${reason})`,
  closing_call_failed: ({ role, purpose, error }, view) => `${nameOf(view, role)}: ${purpose} failed: ${error.code}`,
  record_written: ({ record }, view) => `${nameOf(view, record.writtenBy.seat)} wrote the record`,
  result_written: ({ role }, view) => `${nameOf(view, role)} wrote the result`,
  baseline_answered: silent,
  discussion_completed: ({ outcome }) => `completed, ${outcome.stoppingReason}, ${totalTokens(outcome.usage)} tokens`,
  discussion_error: ({ error }) => `failed: ${error.message}`,
  discussion_aborted: () => "aborted",
}
