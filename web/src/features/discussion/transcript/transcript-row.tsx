import { memo, type ReactNode } from "react"
import type { Item } from "../../../../../src/core/public/view.ts"
import { BallotCard } from "../ballots/ballot-card.tsx"
import { InterjectionCard } from "./interjection-card.tsx"
import { NoteLine } from "./note-line.tsx"
import { RoundHeading } from "./round-heading.tsx"
import { SubDiscussionCard } from "./sub-discussion-card.tsx"
import { TurnArticle } from "./turn-article.tsx"

interface TranscriptRowProps {
  readonly item: Item
  /** It is what a link, a search or the keyboard led to. */
  readonly isMarked: boolean
  /** What stands at the end of the discussion. */
  readonly end: ReactNode
}

/** One thing that happened. It is rendered again only when it changes itself. */
export const TranscriptRow = memo(({ item, isMarked, end }: TranscriptRowProps) => {
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
      return end
  }
})
