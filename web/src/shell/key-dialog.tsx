import { useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { dismissKeyNeed, saveKey, useApiKey } from "../api/api-key.ts"
import { Button } from "../components/button.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Checkbox, TextField } from "../components/field.tsx"
import { useTexts } from "../texts/use-language.ts"
import { shellTexts } from "./texts/index.ts"

/** Opens when the server lets nobody in without a key. */
export function KeyDialog() {
  const { key: texts } = useTexts(shellTexts)
  const queries = useQueryClient()
  const { need } = useApiKey()
  const [key, setKey] = useState("")
  const [isRemembered, setRemembered] = useState(false)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (key.trim() === "") return
    saveKey(key.trim(), isRemembered)
    setKey("")
    void queries.resetQueries()
  }

  return (
    <Dialog isOpen={need !== undefined} onClose={dismissKeyNeed} title={texts.title}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label={texts.label}
          type="password"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          value={key}
          onChange={({ target }) => setKey(target.value)}
          {...(need === "invalid" ? { problem: texts.invalid } : { hint: texts.missing })}
        />
        <Checkbox
          label={texts.remember}
          checked={isRemembered}
          onChange={({ target }) => setRemembered(target.checked)}
        />
        <Button type="submit" look="primary" className="self-end">
          {texts.submit}
        </Button>
      </form>
    </Dialog>
  )
}
