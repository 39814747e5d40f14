import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useCallback, useEffect } from "react"
import {
  type ChatEvent,
  type ChatMessage,
  chatEventsPath,
  decodeChatEvent,
  readChat,
  readPrompt,
  readPrompts,
  type SquadPrompt,
  squadKeys,
} from "../../api/squad.ts"
import { useEvents } from "../../api/use-events.ts"
import { type SquadState, withEvents, withMessages, withPrompts } from "./squad-state.ts"

const pageSize = 100

/** Messages are read before prompts: the stream continues after the last message, so no prompt update is missed. */
async function readSquad({ signal }: { readonly signal: AbortSignal }): Promise<SquadState> {
  const { messages, next } = await readChat({ limit: pageSize }, signal)
  const prompts = await readPrompts({ limit: 500 }, signal)
  return {
    messages,
    prompts: new Map(prompts.map((prompt) => [prompt.id, prompt])),
    older: next,
    seq: messages.at(-1)?.seq ?? 0,
  }
}

/** The live squad chat. `onEvents` receives events that arrive while the page is open. */
export function useSquad(onEvents: (events: readonly ChatEvent[]) => void) {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: squadKeys.chat,
    queryFn: readSquad,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  const change = useCallback(
    (changed: (state: SquadState) => SquadState) =>
      queries.setQueryData<SquadState>(squadKeys.chat, (state) => state && changed(state)),
    [queries],
  )

  const stream = useEvents({
    path: data && chatEventsPath,
    after: data && String(data.seq),
    decode: decodeChatEvent,
    onEvents(events) {
      change((state) => withEvents(state, events))
      onEvents(events)
    },
  })
  // Event numbers restart if the server has another database now.
  const isStreamReset = stream.state === "refused" && stream.error?.status === 400
  useEffect(() => {
    if (isStreamReset) void queries.resetQueries({ queryKey: squadKeys.chat })
  }, [isStreamReset, queries])

  const loadOlder = useMutation({
    mutationFn: (cursor: string) => readChat({ cursor, limit: pageSize }),
    onSuccess: ({ messages, next }) => change((state) => ({ ...withMessages(state, messages), older: next })),
  })
  const takeIn = useCallback(
    ({ prompt, messages = [] }: { readonly prompt?: SquadPrompt; readonly messages?: readonly ChatMessage[] }) =>
      change((state) => withMessages(withPrompts(state, prompt ? [prompt] : []), messages)),
    [change],
  )
  const loadThread = useCallback(
    async (id: string) => {
      const [{ prompt }, { messages }] = await Promise.all([
        readPrompt(id),
        readChat({ discussion_prompt_id: id, limit: pageSize }),
      ])
      takeIn({ prompt, messages })
    },
    [takeIn],
  )

  return { squad: data, error, refetch, stream, loadOlder, takeIn, loadThread }
}
