import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { createDiscussion, discussionKeys, type NewDiscussion } from "../../../api/discussions.ts"
import { useIdempotencyKey } from "../../../api/use-idempotency-key.ts"

/** Starts a discussion and opens it. Retrying the same draft after a lost response does not start another. */
export function useStartDiscussion() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const draftKey = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: NewDiscussion) => createDiscussion(body, draftKey(body)),
    onSuccess(discussion) {
      queries.setQueryData(discussionKeys.one(discussion.id), discussion)
      void queries.invalidateQueries({ queryKey: discussionKeys.lists })
      void navigate({ to: "/discussions/$id", params: { id: discussion.id } })
    },
  })
}
