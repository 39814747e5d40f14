import { type FormEvent, useState } from "react"
import type { DiscussionSummary } from "../../api/discussions.ts"
import { Button } from "../../components/button.tsx"
import { TextField } from "../../components/field.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { historyTexts } from "./texts.ts"
import { useLabels } from "./use-labels.ts"

interface LabelFormProps {
  readonly discussion: DiscussionSummary
  readonly onDone: () => void
}

/** Edits title and tags in the list row. */
export default function LabelForm({ discussion, onDone }: LabelFormProps) {
  const texts = useTexts(historyTexts)
  const { label } = useLabels(discussion)
  const [title, setTitle] = useState(discussion.title)
  const [tags, setTags] = useState(discussion.tags.join(", "))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const name = title.trim()
    const isSame = !discussion.titleGiven && name === discussion.title
    const given = tags.split(/[,，]/).flatMap((tag) => tag.trim() || [])
    await label({ title: name === "" || isSame ? null : name, tags: given })
    onDone()
  }
  return (
    <li className="rounded-xl border border-line bg-surface p-3">
      <form
        onSubmit={(event) => void submit(event)}
        onKeyDown={({ key }) => key === "Escape" && onDone()}
        className="flex flex-col gap-3"
      >
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          value={title}
          maxLength={200}
          autoFocus
          dir="auto"
          onChange={({ target }) => setTitle(target.value)}
        />
        <TextField
          label={texts.tags}
          hint={texts.tagsHint}
          value={tags}
          dir="auto"
          onChange={({ target }) => setTags(target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button size="small" look="quiet" onClick={onDone}>
            {texts.cancel}
          </Button>
          <Button size="small" look="primary" type="submit">
            {texts.save}
          </Button>
        </div>
      </form>
    </li>
  )
}
