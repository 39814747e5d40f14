import { memo } from "react"
import type { Item } from "../../../../../src/core/public/view.ts"
import { BallotCard } from "../ballots/ballot-card.tsx"
import { LazyOutcomeCard } from "../lazy-parts.tsx"
import { InterjectionCard } from "./interjection-card.tsx"
import { NoteLine } from "./note-line.tsx"
import { RoundHeading } from "./round-heading.tsx"
import { SubDiscussionCard } from "./sub-discussion-card.tsx"
import { TurnArticle } from "./turn-article.tsx"

interface TranscriptRowProps {
  readonly id: string
  readonly item: Item
  /** It is what a link, a search or the keyboard led to. */
  readonly isMarked: boolean
  readonly onInsights: () => void
}

/** One thing that happened. It is rendered again only when it changes itself. */
export const TranscriptRow = memo(({ id, item, isMarked, onInsights }: TranscriptRowProps) => {
  switch (item.kind) {
    case "turn":
      return <TurnArticle item={item} isMarked={isMarked} />
    case "ballot":
      return <BallotCard item={item} isMarked={isMarked} />
    case "round":
      return <RoundHeading item={item} />
    case "interjection":
      return <InterjectionCard item={item} isMarked={isMarked} />
    case "sub-discussion":
      return <SubDiscussionCard item={item} />
    case "note":
      return <NoteLine note={item.note} at={item.at} />
    case "end":
      return <LazyOutcomeCard id={id} onInsights={onInsights} />
  }
})
