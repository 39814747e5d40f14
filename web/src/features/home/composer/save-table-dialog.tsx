import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { fieldProblem } from "../../../api/api-error.ts"
import type { NewDiscussion } from "../../../api/discussions.ts"
import { saveTable, type Table, tablesQuery } from "../../../api/tables.ts"
import { Button } from "../../../components/button.tsx"
import { Dialog } from "../../../components/dialog.tsx"
import { TextField } from "../../../components/field.tsx"
import { ProblemNote } from "../../../components/problem-note.tsx"
import { toast } from "../../../components/toaster.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts.ts"

interface SaveTableDialogProps {
  readonly request: NewDiscussion
  readonly tables: readonly Table[]
  readonly onSaved: (name: string) => void
  readonly onClose: () => void
}

/** Saves the set-up without its topic as a table file on the server. */
export function SaveTableDialog({ request, tables, onSaved, onClose }: SaveTableDialogProps) {
  const { saving: texts } = useTexts(homeTexts)
  const queries = useQueryClient()
  const [name, setName] = useState("")
  const [description, setDescription] = useState("")
  const { topic: _, start: __, ...discussion } = request
  const save = useMutation({
    mutationFn: () => saveTable(name, { discussion, ...(description.trim() !== "" && { description }) }),
    async onSuccess(table) {
      await queries.invalidateQueries({ queryKey: tablesQuery.queryKey })
      toast(texts.saved(table.name))
      onSaved(table.name)
    },
  })
  const nameProblem = fieldProblem(save.error, "name") && texts.nameProblem
  const isReplacing = tables.some((table) => table.own && table.name === name)
  return (
    <Dialog isOpen onClose={onClose} title={texts.title}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (!save.isPending) save.mutate()
        }}
      >
        <p className="text-sm text-quiet">{texts.lead}</p>
        <TextField
          label={texts.name}
          hint={isReplacing ? texts.replaces : texts.nameHint}
          problem={nameProblem}
          value={name}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setName(target.value.toLowerCase().replaceAll(/[\s_]+/g, "-"))}
        />
        <TextField
          label={texts.description}
          problem={fieldProblem(save.error, "description")}
          value={description}
          maxLength={500}
          autoComplete="off"
          onChange={({ target }) => setDescription(target.value)}
        />
        {!nameProblem && <ProblemNote error={save.error} />}
        <Button type="submit" look="primary" isBusy={save.isPending} className="self-end">
          {isReplacing ? texts.replace : texts.save}
        </Button>
      </form>
    </Dialog>
  )
}
