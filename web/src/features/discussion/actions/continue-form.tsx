import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type FormEvent, useContext, useState } from "react"
import { fieldProblem } from "../../../api/api-error.ts"
import { discussionKeys, postDiscussionAction } from "../../../api/discussions.ts"
import { Button } from "../../../components/button.tsx"
import { TextArea } from "../../../components/field.tsx"
import { Icon } from "../../../components/icon.tsx"
import { ProblemNote } from "../../../components/problem-note.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { turnsOf } from "../positions/position-history.ts"
import { discussionTexts } from "../texts.ts"
import { useView } from "../view/view-store.ts"
import { ForkContext, isSubmitShortcut } from "./use-discussion-action.ts"

const moreRounds = 2

/** Below the outcome: a follow-up question, more rounds, or a retry after a failure. */
export function ContinueForm({ id }: { readonly id: string }) {
  const { goOn: texts, actions } = useTexts(discussionTexts)
  const openFork = useContext(ForkContext)
  const [topic, setTopic] = useState("")
  const navigate = useNavigate()
  const queries = useQueryClient()
  const status = useView((view) => view.status)
  const rounds = useView((view) => view.options?.rounds)
  const done = useView((view) => view.round?.number ?? 0)
  const last = useView((view) => turnsOf(view.items).findLast((item) => item.turn !== undefined)?.key)
  const start = useMutation({
    mutationFn: ({ verb, body }: { readonly verb: string; readonly body: unknown }) =>
      postDiscussionAction(id, verb, body),
    onSuccess: (made) => {
      void queries.invalidateQueries({ queryKey: discussionKeys.all })
      void navigate({ to: "/discussions/$id", params: { id: made.id } })
    },
  })
  const ask = () => topic.trim() !== "" && start.mutate({ verb: "follow-up", body: { topic: topic.trim() } })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask()
  }
  const fork = (changes: unknown) => start.mutate({ verb: "fork", body: { atTurn: last ?? 0, changes } })
  const problem = fieldProblem(start.error, "topic")
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 border-t border-line pt-5">
      <TextArea
        label={texts.label}
        hint={texts.hint}
        rows={2}
        value={topic}
        {...(problem !== undefined && { problem })}
        onChange={({ target }) => setTopic(target.value)}
        onKeyDown={(event) => {
          if (!isSubmitShortcut(event)) return
          event.preventDefault()
          ask()
        }}
      />
      {problem === undefined && <ProblemNote error={start.error} />}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          look={status === "failed" ? "plain" : "primary"}
          isBusy={start.isPending}
          disabled={topic.trim() === ""}
        >
          <Icon name="send" className="size-4" />
          {texts.ask}
        </Button>
        {last !== undefined && status === "completed" && rounds !== undefined && (
          <Button onClick={() => fork({ options: { rounds: Math.max(rounds, done) + moreRounds } })}>
            {texts.moreRounds(moreRounds)}
          </Button>
        )}
        {status !== "completed" && (
          <Button look={status === "failed" ? "primary" : "plain"} onClick={() => fork({})}>
            <Icon name="refresh" className="size-4" />
            {texts.again}
          </Button>
        )}
        <Button onClick={() => openFork?.(undefined)}>
          <Icon name="branch" className="size-4" />
          {actions.fork}
        </Button>
      </div>
    </form>
  )
}
