import { useEffect, useMemo, useState } from "react"
import {
  type ApiError,
  applyPublic,
  type ConclaveClient,
  createClient,
  type DiscussionView,
  emptyView,
  type PublicEvent,
  type PublicOpenCall,
  type StreamState,
  type VoteInput,
} from "../client/index.ts"

export interface UseDiscussionResult {
  /** The current state: seats, transcript, live text, outcome. Empty until the first events arrive. */
  readonly view: DiscussionView
  /** State of the event stream, which reconnects by itself. */
  readonly connection: StreamState
  /** Why the server rejected the request to follow the discussion. */
  readonly error: ApiError | undefined
  /** Seats of people and outside agents whose answer is awaited, with the question to each. */
  readonly waitingFor: readonly PublicOpenCall[]
  /** Answers for a waiting seat; `seat` is required if several are waiting. Throws an ApiError if rejected. */
  readonly say: (content: string, seat?: string) => Promise<void>
  /** Votes for a waiting seat; `seat` is required if several are waiting. */
  readonly vote: (vote: VoteInput, seat?: string) => Promise<void>
  /** Adds a comment out of turn. */
  readonly interject: (author: string, content: string) => Promise<void>
  /** Cuts off the turn in progress; with `turn`, only if it is that one. */
  readonly interrupt: (turn?: string) => Promise<void>
  /** Pauses after the current turn. */
  readonly pause: () => Promise<void>
  /** Continues after a pause. */
  readonly resume: () => Promise<void>
  /** Ends the discussion for good; its turns are kept. */
  readonly abort: () => Promise<void>
}

type FollowState = Pick<UseDiscussionResult, "view" | "connection" | "error">

const initialState: FollowState = { view: emptyView, connection: "connecting", error: undefined }
const frameMs = 16

/**
 * Follows and steers a discussion while the component is mounted. Create the client once, outside of components;
 * without one, the page's own server is used. Without an id, nothing is followed.
 */
export function useDiscussion(id: string | undefined, customClient?: ConclaveClient): UseDiscussionResult {
  const client = useMemo(() => customClient ?? createClient(), [customClient])
  const [followed, setFollowed] = useState(initialState)

  useEffect(() => {
    setFollowed(initialState)
    if (id === undefined) return
    const controller = new AbortController()
    void follow(client, id, controller.signal, (change) => {
      if (!controller.signal.aborted) setFollowed((before) => ({ ...before, ...change }))
    })
    return () => controller.abort()
  }, [client, id])

  const actions = useMemo(() => actionsOf(client, id), [client, id])
  const waitingFor = useMemo(() => followed.view.open.filter(({ isAwaited }) => isAwaited), [followed.view.open])
  return { ...followed, ...actions, waitingFor }
}

/** Updates the view at most once per frame. */
async function follow(
  client: ConclaveClient,
  id: string,
  signal: AbortSignal,
  change: (followed: Partial<FollowState>) => void,
): Promise<void> {
  let view = emptyView
  let queue: PublicEvent[] = []
  const flush = () => {
    view = applyPublic(view, queue)
    queue = []
    change({ view })
  }
  try {
    for await (const event of client.follow(id, { signal, onState: (connection) => change({ connection }) })) {
      if (queue.push(event) === 1) setTimeout(flush, frameMs)
    }
  } catch (error) {
    change({ error: error as ApiError })
  }
}

function actionsOf(client: ConclaveClient, discussionId: string | undefined) {
  const withId = async (act: (id: string) => Promise<unknown>): Promise<void> => {
    if (discussionId === undefined) throw new Error("there is no discussion yet; give useDiscussion its id")
    await act(discussionId)
  }
  return {
    say: (content, seat) => withId((id) => client.say(id, content, seat)),
    vote: (vote, seat) => withId((id) => client.vote(id, vote, seat)),
    interject: (author, content) => withId((id) => client.interject(id, author, content)),
    interrupt: (turn) => withId((id) => client.interrupt(id, turn)),
    pause: () => withId((id) => client.pause(id)),
    resume: () => withId((id) => client.resume(id)),
    abort: () => withId((id) => client.abort(id)),
  } satisfies Partial<UseDiscussionResult>
}
