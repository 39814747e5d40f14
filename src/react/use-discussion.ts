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
  /** The discussion as it stands: seats, transcript, live text, outcome. Empty until the first events are there. */
  readonly view: DiscussionView
  /** Whether its events come: they go on by themselves where a connection breaks. */
  readonly connection: StreamState
  /** Why the server refuses to let it be followed. */
  readonly error: ApiError | undefined
  /** People and outside agents that the discussion waits for, with what each is asked. */
  readonly waitingFor: readonly PublicOpenCall[]
  /** Takes the turn that is waited for; name the seat where several are. Throws an ApiError where it is refused. */
  readonly say: (content: string, seat?: string) => Promise<void>
  /** Gives the vote that is waited for; name the seat where several are. */
  readonly vote: (vote: VoteInput, seat?: string) => Promise<void>
  /** Adds a comment out of turn. */
  readonly interject: (author: string, content: string) => Promise<void>
  /** Cuts off the turn being spoken, or the one that is meant. */
  readonly interrupt: (turn?: string) => Promise<void>
  /** Lets the turn end, and starts no other. */
  readonly pause: () => Promise<void>
  /** Goes on after a pause. */
  readonly resume: () => Promise<void>
  /** Ends the discussion for good; what was said is kept. */
  readonly abort: () => Promise<void>
}

type Followed = Pick<UseDiscussionResult, "view" | "connection" | "error">

const nothing: Followed = { view: emptyView, connection: "connecting", error: undefined }
const frameMs = 16

/**
 * Follows a discussion for as long as the component is there, and steers it. Make the client once, outside of components;
 * without one, the page's own server is asked. Without an id nothing is followed yet.
 */
export function useDiscussion(id: string | undefined, given?: ConclaveClient): UseDiscussionResult {
  const client = useMemo(() => given ?? createClient(), [given])
  const [followed, setFollowed] = useState(nothing)

  useEffect(() => {
    setFollowed(nothing)
    if (id === undefined) return
    const leaving = new AbortController()
    void follow(client, id, leaving.signal, (change) => {
      if (!leaving.signal.aborted) setFollowed((before) => ({ ...before, ...change }))
    })
    return () => leaving.abort()
  }, [client, id])

  const actions = useMemo(() => actionsOf(client, id), [client, id])
  const waitingFor = useMemo(() => followed.view.open.filter(({ isAwaited }) => isAwaited), [followed.view.open])
  return { ...followed, ...actions, waitingFor }
}

/** However many events come, the view changes at most once a frame. */
async function follow(
  client: ConclaveClient,
  id: string,
  signal: AbortSignal,
  change: (followed: Partial<Followed>) => void,
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
