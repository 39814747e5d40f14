import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useRef } from "react"
import { createDiscussion, discussionKeys, type NewDiscussion } from "../../../api/discussions.ts"

/** Starts a discussion and goes there. The same draft sent again after a lost answer does not start another. */
export function useStart() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const sent = useRef({ body: "", key: "" })
  return useMutation({
    mutationFn: (body: NewDiscussion) => {
      const text = JSON.stringify(body)
      if (sent.current.body !== text) sent.current = { body: text, key: crypto.randomUUID() }
      return createDiscussion(body, sent.current.key)
    },
    onSuccess(discussion) {
      sent.current = { body: "", key: "" }
      queries.setQueryData(discussionKeys.one(discussion.id), discussion)
      void queries.invalidateQueries({ queryKey: discussionKeys.lists })
      void navigate({ to: "/discussions/$id", params: { id: discussion.id } })
    },
  })
}
