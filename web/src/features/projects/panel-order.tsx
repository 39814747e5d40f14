import { isRehearsal } from "../../api/models.ts"
import { Badge, RehearsalBadge } from "../../components/badge.tsx"
import { Card } from "../../components/card.tsx"
import { classNames } from "../../components/class-names.ts"
import { SeatAvatar } from "../../components/seat-chip.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { projectsTexts } from "./texts/index.ts"
import type { PanelSeat } from "./use-panel.ts"

interface PanelOrderProps {
  readonly seats: readonly PanelSeat[]
  readonly round: number
  /** The most there can be; undefined before it has started. */
  readonly rounds: number | undefined
  readonly isOver: boolean
  /** The place of the seat whose turn it is. */
  readonly next: number | undefined
  readonly isSpeaking: boolean
}

/** Who speaks after whom, how often they did, and how far it is. */
export function PanelOrder({ seats, round, rounds, isOver, next, isSpeaking }: PanelOrderProps) {
  const { panel: texts, roles } = useTexts(projectsTexts)
  return (
    <Card className="flex flex-col gap-5">
      <RoundProgress round={round} rounds={rounds} isOver={isOver} />
      <div className="flex flex-col gap-3">
        <h2 className="text-xs font-semibold tracking-widest text-quiet uppercase">{texts.order}</h2>
        <ol className="-mx-2 flex flex-col gap-0.5">
          {seats.map((seat) => {
            const isNext = seat.place === next
            return (
              <li
                key={seat.place}
                aria-current={isNext ? "step" : undefined}
                className={classNames("flex items-center gap-3 rounded-xl px-2 py-2", isNext && "bg-accent-soft")}
              >
                <SeatAvatar name={seat.name} place={seat.place} className="size-9 text-xs" />
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 leading-tight font-medium">
                    <span className="min-w-0 truncate">{seat.name}</span>
                    {isRehearsal(seat.model) && <RehearsalBadge />}
                  </p>
                  <p className="text-sm text-quiet">
                    {seat.role !== "user" && `${roles[seat.role]} · `}
                    {texts.turns(seat.turns)}
                  </p>
                </div>
                {isNext && (
                  <Badge tone="accent">
                    {isSpeaking ? texts.speaks : seat.role === "user" ? texts.you : texts.next}
                  </Badge>
                )}
              </li>
            )
          })}
        </ol>
      </div>
    </Card>
  )
}

function RoundProgress({ round, rounds, isOver }: Pick<PanelOrderProps, "round" | "rounds" | "isOver">) {
  const { panel: texts } = useTexts(projectsTexts)
  const done = isOver ? round : Math.max(0, round - 1)
  if (rounds === undefined) return <p className="font-display text-xl font-medium">{texts.notBegun}</p>
  const label = isOver
    ? texts.roundsDone(done, Math.max(rounds, done))
    : round === 0
      ? texts.notBegun
      : texts.roundOf(round, rounds)
  return (
    <div className="flex flex-col gap-2">
      <p className="font-display text-xl font-medium">{label}</p>
      <div
        role="progressbar"
        aria-label={texts.rounds}
        aria-valuemin={0}
        aria-valuemax={rounds}
        aria-valuenow={Math.min(done, rounds)}
        aria-valuetext={label}
        className="flex gap-1.5"
      >
        {Array.from({ length: rounds }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a round is its number
            key={index}
            className={classNames(
              "h-1.5 flex-1 rounded-full",
              index < done
                ? "bg-accent"
                : index === done && round > 0 && !isOver
                  ? "animate-pulse bg-accent/50"
                  : "bg-line",
            )}
          />
        ))}
      </div>
    </div>
  )
}
