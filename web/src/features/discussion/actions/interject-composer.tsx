import { type FormEvent, useId, useState } from "react"
import { Button } from "../../../components/button.tsx"
import { Icon } from "../../../components/icon.tsx"
import { useOwnName } from "../../../preferences/own-name.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"
import { isSubmitShortcut } from "./is-submit-shortcut.ts"
import { useDiscussionAction } from "./use-discussion-action.ts"

/** A word out of turn. It is one line until somebody means to write. */
export function InterjectComposer({ id }: { readonly id: string }) {
  const { say: texts } = useTexts(discussionTexts)
  const [name, setName] = useOwnName()
  const [words, setWords] = useState("")
  const [isOpen, setOpen] = useState(false)
  const { act, isBusy } = useDiscussionAction(id)
  const hint = useId()
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (words.trim() === "" || isBusy("interjections")) return
    if (await act("interjections", { author: name.trim() || texts.someone, content: words })) {
      setWords("")
      setOpen(false)
    }
  }
  return (
    <form
      onSubmit={submit}
      onFocus={() => setOpen(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && words === "") setOpen(false)
      }}
      className="rounded-2xl border border-line-strong bg-surface p-2 shadow-card focus-within:border-accent"
    >
      <textarea
        rows={isOpen ? 3 : 1}
        aria-label={texts.interjectLabel}
        aria-describedby={hint}
        placeholder={texts.interject}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={(event) => isSubmitShortcut(event) && void submit()}
        className="block w-full resize-none bg-transparent px-2 py-1.5 outline-none"
      />
      <div className={isOpen ? "flex flex-wrap items-center gap-2 pt-1" : "sr-only"}>
        <label className="flex min-w-0 items-center gap-1.5 rounded-lg bg-sunken ps-2 text-sm text-quiet">
          <Icon name="person" className="size-4" />
          <span className="sr-only">{texts.name}</span>
          <input
            value={name}
            maxLength={60}
            placeholder={texts.name}
            autoComplete="nickname"
            onChange={({ target }) => setName(target.value)}
            className="h-8 w-32 bg-transparent text-ink"
          />
        </label>
        <span id={hint} className="hidden text-xs text-quiet md:inline">
          {texts.interjectHint}
        </span>
        <Button type="submit" size="small" look="primary" className="ms-auto" isBusy={isBusy("interjections")}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}
