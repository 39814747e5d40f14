import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { ApiError, fieldProblem } from "../../api/api-error.ts"
import { answerPrompt, type SquadPrompt } from "../../api/squad.ts"
import { useIdempotencyKey } from "../../api/use-idempotency-key.ts"
import { Button } from "../../components/button.tsx"
import { Icon } from "../../components/icon.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { useOwnName } from "../../preferences/own-name.ts"
import { shellTexts } from "../../shell/texts.ts"
import { useTexts } from "../../texts/use-language.ts"
import { MentionArea } from "./mention-area.tsx"
import { OwnNameField } from "./own-name-field.tsx"
import { useSquadTools } from "./squad-context.ts"
import { isSameName } from "./squad-state.ts"
import { chatTexts } from "./texts.ts"

interface ReplyFormProps {
  readonly prompt: SquadPrompt
  readonly onClose: () => void
}

/** A person's answer to a prompt. The draft is kept until the server has stored it. */
export function ReplyForm({ prompt, onClose }: ReplyFormProps) {
  const texts = useTexts(chatTexts)
  const { cancel } = useTexts(shellTexts)
  const { takeIn, loadThread } = useSquadTools()
  const [name] = useOwnName()
  const [text, setText] = useState("")
  const [isTried, setTried] = useState(false)
  const keyOf = useIdempotencyKey()
  const answer = useMutation({
    mutationFn() {
      const body = { agent_name: name.trim(), message: text, is_human: true }
      return answerPrompt(prompt.id, body, keyOf(body))
    },
    onSuccess(posted) {
      takeIn({ prompt: posted.prompt, messages: [posted.chat] })
      onClose()
    },
    onError(error) {
      if (isConflict(error)) void loadThread(prompt.id)
    },
  })
  const isComplete = name.trim() !== "" && text.trim() !== ""

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    setTried(true)
    if (isComplete && !answer.isPending) answer.mutate()
  }
  const isKnown = fieldProblem(answer.error, "agent_name") ?? fieldProblem(answer.error, "message")

  return (
    <form
      data-reply
      onSubmit={submit}
      onKeyDown={({ key }) => key === "Escape" && text === "" && onClose()}
      className="flex scroll-mb-8 flex-col gap-3 rounded-e-xl border-s-4 border-answer-line bg-surface p-4 shadow-card"
    >
      <MentionArea
        label={texts.answer.label}
        value={text}
        onChange={setText}
        onSubmit={submit}
        autoFocus
        problem={
          fieldProblem(answer.error, "message") ??
          (isTried && text.trim() === "" ? texts.composer.textNeeded : undefined)
        }
      />
      <div className="flex flex-wrap items-end gap-3">
        <OwnNameField
          className="w-44 max-sm:w-full"
          problem={
            fieldProblem(answer.error, "agent_name") ??
            (isTried && name.trim() === "" ? texts.composer.nameNeeded : undefined)
          }
        />
        <div className="ms-auto flex gap-2">
          <Button onClick={onClose} look="quiet">
            {cancel}
          </Button>
          <Button type="submit" look="primary" isBusy={answer.isPending}>
            <Icon name="reply" className="size-4" />
            {texts.answer.submit}
          </Button>
        </div>
      </div>
      <p className="text-sm text-quiet">
        {isSameName(name, prompt.requester_agent) ? texts.answer.asker : texts.answer.counts}
      </p>
      {answer.error &&
        !isKnown &&
        (isConflict(answer.error) ? (
          <p role="alert" className="rounded-xl bg-bad-soft px-4 py-3 text-sm font-medium text-bad">
            {texts.answer.tooLate}
          </p>
        ) : (
          <ProblemNote error={answer.error} />
        ))}
    </form>
  )
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}
