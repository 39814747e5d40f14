import { Spinner } from "../../../components/spinner.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"
import { useView } from "../view/view-store.ts"
import { StreamingMarkdown } from "./streamed-markdown.tsx"

interface LiveTurnTextProps {
  readonly id: string
  readonly name: string
  readonly isAwaited: boolean
}

/** A turn as it is spoken. This alone is rendered for a chunk. */
export function LiveTurnText({ id, name, isAwaited }: LiveTurnTextProps) {
  const { turn: texts } = useTexts(discussionTexts)
  const heard = useView((view) => view.live[id])
  if (heard && heard.text !== "") return <StreamingMarkdown key={heard.attempt} text={heard.text} />
  return (
    <p className="flex items-center gap-2 py-1 text-sm text-quiet">
      {!isAwaited && <Spinner />}
      {isAwaited ? texts.awaited(name) : texts.waitingForWords}
    </p>
  )
}
