import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { ApiError } from "../../api/api-error.ts"
import { closePrompt, type SquadPrompt } from "../../api/squad.ts"
import { Button, IconButton } from "../../components/button.tsx"
import { copyText } from "../../components/copy-text.ts"
import { Dialog } from "../../components/dialog.tsx"
import { Icon } from "../../components/icon.tsx"
import { Menu, MenuItem } from "../../components/menu.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { toast } from "../../components/toaster.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { useSquadTools } from "./squad-context.ts"
import { isPromptOpen } from "./squad-state.ts"
import { chatTexts } from "./texts.ts"

/** More actions on a prompt: close it, copy what was collected. */
export function PromptMenu({ prompt }: { readonly prompt: SquadPrompt }) {
  const texts = useTexts(chatTexts)
  const [closing, setClosing] = useState<"resolve" | "cancel">()
  const copy = async (text: string) => {
    if (await copyText(text)) toast(texts.copied)
    else toast(texts.notCopied, "bad")
  }
  return (
    <>
      <Menu
        trigger={
          <IconButton label={texts.more}>
            <Icon name="more" />
          </IconButton>
        }
      >
        {isPromptOpen(prompt) && (
          <MenuItem onSelect={() => setClosing("resolve")}>
            <Icon name="check" className="size-4" />
            {texts.resolve}
          </MenuItem>
        )}
        <MenuItem onSelect={() => void copy(collectedText(prompt))}>
          <Icon name="copy" className="size-4" />
          {texts.copyCollected}
        </MenuItem>
        <MenuItem onSelect={() => void copy(JSON.stringify(prompt.collected_context, null, 2))}>
          <Icon name="copy" className="size-4" />
          {texts.copyJson}
        </MenuItem>
        <MenuItem onSelect={() => void copy(prompt.id)}>
          <Icon name="copy" className="size-4" />
          {texts.copyId}
        </MenuItem>
        {isPromptOpen(prompt) && (
          <MenuItem isDanger onSelect={() => setClosing("cancel")}>
            <Icon name="ban" className="size-4" />
            {texts.cancel}
          </MenuItem>
        )}
      </Menu>
      <CloseDialog prompt={prompt} action={closing} onDone={() => setClosing(undefined)} />
    </>
  )
}

/** The collected context as Markdown: the question, then each answer under its agent's name. */
function collectedText({ requester_agent, prompt_message, collected_context }: SquadPrompt): string {
  const asked = `# ${requester_agent}\n\n${prompt_message.trim()}`
  const answers = collected_context.map(({ agent, message }) => `## ${agent}\n\n${message.trim()}`)
  return `${[asked, ...answers].join("\n\n")}\n`
}

interface CloseDialogProps {
  readonly prompt: SquadPrompt
  /** undefined: the dialog is closed. */
  readonly action: "resolve" | "cancel" | undefined
  readonly onDone: () => void
}

/** Confirmation, since closing a prompt cannot be undone. */
function CloseDialog({ prompt, action, onDone }: CloseDialogProps) {
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
