import type { FormEvent, KeyboardEvent, ReactNode } from "react"
import { Button } from "../../components/button.tsx"
import { TextArea, TextField } from "../../components/field.tsx"
import { Icon } from "../../components/icon.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { PanelError } from "./panel-error.tsx"
import type { PanelPhase } from "./panel-phase.ts"
import { projectsTexts } from "./texts/index.ts"

interface PanelComposerProps {
  readonly standing: PanelPhase
  readonly hasUser: boolean
  readonly text: string
  readonly onText: (text: string) => void
  readonly name: string
  readonly onName: (name: string) => void
  readonly isSending: boolean
  readonly error: unknown
  /** How it stands, in words. */
  readonly status: ReactNode
  readonly onSend: () => void
}

/** Where the reader speaks. It can be written in at any time, and sent when it is the reader's turn. */
export function PanelComposer(props: PanelComposerProps) {
  const { standing, hasUser, text, onText, name, onName, isSending, error, status, onSend } = props
  const { panel: texts } = useTexts(projectsTexts)
  const isUserTurn = standing === "unbegun" || standing === "awaiting" || standing === "resting"
  const canSend = isUserTurn && !isSending && text.trim() !== ""
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (canSend) onSend()
  }
  return (
    <form
      onSubmit={send}
      className="flex flex-col gap-3 rounded-2xl border border-line bg-surface p-4 shadow-card lg:sticky lg:bottom-4"
    >
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2 text-sm">{status}</div>
      <PanelError error={error} standing={standing} />
      <TextArea
        label={hasUser ? texts.message : texts.asTopic}
        isLabelHidden={hasUser}
        placeholder={texts.placeholder}
        rows={2}
        style={{ fieldSizing: "content", minHeight: "4.25rem", maxHeight: "14rem" }}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send(event)
        }}
      />
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={texts.name}
          isLabelHidden
          placeholder={texts.nameHint}
          className="min-w-0 grow sm:max-w-64"
          autoComplete="nickname"
          maxLength={60}
          value={name}
          onChange={({ target }) => onName(target.value)}
        />
        <span className="hidden text-xs text-quiet md:block md:pb-3">{texts.shortcut}</span>
        <Button type="submit" look="primary" className="ms-auto" aria-disabled={!canSend || undefined}>
          <Icon name={standing === "unbegun" ? "play" : "chat"} className="size-4" />
          {standing === "unbegun" ? texts.begin : texts.send}
        </Button>
      </div>
    </form>
  )
}
