import { useMutation } from "@tanstack/react-query"
import { ApiError } from "../../api/api-error.ts"
import { closePrompt, type Prompt } from "../../api/squad.ts"
import { Button } from "../../components/button.tsx"
import { Dialog } from "../../components/dialog.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { toast } from "../../components/toaster.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { useSquadTools } from "./squad-context.ts"
import { chatTexts } from "./texts/index.ts"

interface CloseDialogProps {
  readonly prompt: Prompt
  /** undefined: not asked for. */
  readonly action: "resolve" | "cancel" | undefined
  readonly onDone: () => void
}

/** Closing by hand cannot be taken back, so it is asked once more. */
export function CloseDialog({ prompt, action, onDone }: CloseDialogProps) {
  const texts = useTexts(chatTexts)
  const { takeIn, loadThread } = useSquadTools()
  const close = useMutation({
    mutationFn: (wanted: "resolve" | "cancel") => closePrompt(prompt.id, wanted),
    onSuccess(closed) {
      takeIn({ prompt: closed })
      toast(closed.status === "cancelled" ? texts.closed.cancelled : texts.closed.resolved)
      onDone()
    },
    onError(error) {
      if (error instanceof ApiError && error.status === 409) void loadThread(prompt.id)
    },
  })
  const isLate = close.error instanceof ApiError && close.error.status === 409
  const [count, needed] = [prompt.collected_context.length, prompt.required_responses]
  const end = () => {
    close.reset()
    onDone()
  }

  return (
    <Dialog
      isOpen={action !== undefined}
      onClose={end}
      title={action === "cancel" ? texts.close.cancelTitle : texts.close.resolveTitle}
    >
      <p className="text-quiet">{texts.close.lead(stripUnsafeCharacters(prompt.requester_agent), count, needed)}</p>
      {isLate && (
        <p role="alert" className="mt-4 rounded-xl bg-bad-soft px-4 py-3 text-sm font-medium text-bad">
          {texts.closed.already(texts.status[prompt.status])}
        </p>
      )}
      {!isLate && close.error && <ProblemNote error={close.error} />}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={end}>{texts.close.keep}</Button>
        <Button
          look={action === "cancel" ? "danger" : "primary"}
          isBusy={close.isPending}
          onClick={() => action && close.mutate(action)}
        >
          {action === "cancel" ? texts.cancel : texts.resolve}
        </Button>
      </div>
    </Dialog>
  )
}
