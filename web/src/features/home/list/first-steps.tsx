import { Button } from "../../../components/button.tsx"
import { EmptyState } from "../../../components/empty-state.tsx"
import { Icon } from "../../../components/icon.tsx"
import { ProblemNote } from "../../../components/problem-note.tsx"
import { useLanguage, useTexts } from "../../../texts/use-language.ts"
import { FormatPicture, presets } from "../composer/format-picture.tsx"
import { useStartDiscussion } from "../composer/use-start-discussion.ts"
import { homeTexts } from "../texts/index.ts"

/** Before the first discussion: what this is, and one click to see it. */
export function FirstSteps() {
  const { first } = useTexts(homeTexts)
  const [language] = useLanguage()
  const start = useStartDiscussion()
  const rehearse = () =>
    start.mutate({
      format: presets[0]!,
      topic: first.rehearsalTopic,
      language,
      seats: [{ model: "rehearsal/steady" }, { model: "rehearsal/curious" }],
    })
  return (
    <EmptyState
      title={first.title}
      picture={<FormatPicture format={presets.at(-1)!} className="h-28" />}
      action={
        <Button look="primary" isBusy={start.isPending} onClick={rehearse}>
          <Icon name="play" className="size-4" />
          {first.rehearse}
        </Button>
      }
    >
      {first.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <ProblemNote error={start.error} />
    </EmptyState>
  )
}
