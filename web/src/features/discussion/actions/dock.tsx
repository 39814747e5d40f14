import { type ReactNode, useContext } from "react"
import { isOver } from "../../../../../src/core/public/view.ts"
import { Button } from "../../../components/button.tsx"
import { Icon } from "../../../components/icon.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { LazyTurnComposer } from "../lazy-parts.tsx"
import { discussionTexts } from "../texts/index.ts"
import { AutoScrollContext } from "../transcript/use-auto-scroll.ts"
import { useIsCaughtUp, useSeats, useView } from "../view/view-store.ts"
import { InterjectComposer } from "./interject-composer.tsx"

interface DockProps {
  readonly id: string
  /** How it stands; shown here where the table is out of sight. */
  readonly pill: ReactNode
}

/** Stays at the bottom of the window: where people speak, and the way back to the newest words. */
export function Dock({ id, pill }: DockProps) {
  const { transcript: texts, table } = useTexts(discussionTexts)
  const round = useView((view) => view.round?.number)
  const rounds = useView((view) => view.options?.rounds)
  const following = useContext(AutoScrollContext)
  const status = useView((view) => view.status)
  const isCaughtUp = useIsCaughtUp()
  const open = useView((view) => view.open)
  const seatOf = useSeats()
  if (isOver(status)) return null
  const awaited = open.filter(({ isAwaited, seat }) => isAwaited && seatOf(seat).kind === "human")
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-4 bg-linear-to-t from-paper from-75% to-transparent px-4 pt-6 pb-4 sm:mx-0 sm:px-0">
      {isCaughtUp && !following.isOn && (
        <div className="absolute inset-x-0 -top-6 flex justify-center">
          <Button size="small" look="primary" className="shadow-card" onClick={following.follow}>
            <Icon name="down" className="size-4" />
            {texts.newest}
          </Button>
        </div>
      )}
      <p className="mb-2 flex items-center gap-3 text-sm text-quiet lg:hidden">
        {pill}
        {round !== undefined && table.roundOf(round, rounds)}
      </p>
      {awaited.length > 0 ? <LazyTurnComposer id={id} calls={awaited} /> : <InterjectComposer id={id} />}
    </div>
  )
}
