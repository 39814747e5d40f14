import { memo } from "react"
import { isRehearsal } from "../../api/models.ts"
import { Badge } from "../../components/badge.tsx"
import { classNames } from "../../components/class-names.ts"
import { Icon } from "../../components/icon.tsx"
import { Markdown } from "../../components/markdown/markdown.tsx"
import { RehearsalBadge } from "../../components/rehearsal-badge.tsx"
import { RelativeTime } from "../../components/relative-time.tsx"
import { SeatAvatar } from "../../components/seat-chip.tsx"
import { seatColour } from "../../components/seat-colour.ts"
import { Spinner } from "../../components/spinner.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { isSameItem, type LogItem } from "./log-items.ts"
import type { PanelSeat } from "./panel-seats.ts"
import { projectsTexts } from "./texts/index.ts"

interface PanelLogProps {
  readonly items: readonly LogItem[]
  /** What the reader said and is not heard yet. */
  readonly pending: string | undefined
  readonly userSeat: PanelSeat | undefined
}

/** Everything said, round by round. */
export function PanelLog({ items, pending, userSeat }: PanelLogProps) {
  const { panel: texts } = useTexts(projectsTexts)
  const rounds = [...Map.groupBy(items, ({ roundNumber }) => roundNumber)]
  return (
    <section aria-label={texts.log} className="flex flex-col gap-8">
      {rounds.map(([round, those]) => (
        <div key={round} className="flex flex-col gap-6">
          <h2 className="flex items-center gap-4 text-xs font-semibold tracking-widest text-quiet uppercase">
            {texts.round(round)}
            <span aria-hidden="true" className="h-px grow bg-line" />
          </h2>
          <ol className="flex flex-col gap-6">
            {those.map((item) => (
              <MemoizedTurn key={item.id} item={item} />
            ))}
          </ol>
        </div>
      ))}
      {pending !== undefined && userSeat && (
        <div className="flex gap-3 opacity-80 sm:gap-4">
          <SeatAvatar name={userSeat.name} place={userSeat.place} className="size-9 text-xs" />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-2 text-sm text-quiet">
              <Spinner />
              {texts.pending}
            </p>
            <p className="mt-1 whitespace-pre-wrap text-quiet">{stripUnsafeCharacters(pending)}</p>
          </div>
        </div>
      )}
    </section>
  )
}

/** While words come in, only the turn that is being spoken is drawn anew. */
const MemoizedTurn = memo(LogTurn, (before, after) => isSameItem(before.item, after.item))

function LogTurn({ item }: { readonly item: LogItem }) {
  const { panel: texts } = useTexts(projectsTexts)
  const { seat, text, skipped, isSpeaking, isPass } = item
  const name = seat?.name ?? stripUnsafeCharacters(item.speaker)
  if (skipped !== undefined) {
    return (
      <li className="flex items-start gap-3 text-sm text-quiet sm:gap-4">
        <span className="flex w-9 justify-center pt-0.5 text-warn">
          <Icon name="alert" className="size-4" />
        </span>
        {texts.skipped(name, stripUnsafeCharacters(skipped))}
      </li>
    )
  }
  return (
    <li className="flex gap-3 sm:gap-4" style={seatColour(seat?.place ?? 0)} data-turn={item.id}>
      <SeatAvatar
        name={name}
        place={seat?.place ?? 0}
        className={classNames("size-9 text-xs", isSpeaking && "animate-pulse")}
      />
      <div className="min-w-0 flex-1">
        <Heading item={item} name={name} />
        <div
          className={classNames(
            "mt-1.5 border-s-2 border-(--seat) ps-4",
            seat?.role === "user" && "rounded-e-xl bg-(--seat-soft) py-2.5 pe-4",
          )}
        >
          {isPass ? (
            <p className="text-quiet italic">{texts.passed}</p>
          ) : (
            <Markdown text={text} isStreaming={isSpeaking} />
          )}
          {isSpeaking && text === "" && (
            <p className="text-quiet">
              <Spinner />
              <span className="sr-only">{texts.speaking(name)}</span>
            </p>
          )}
        </div>
      </div>
    </li>
  )
}

function Heading({ item, name }: { readonly item: LogItem; readonly name: string }) {
  const { panel: texts, roles } = useTexts(projectsTexts)
  const { seat, turn, at, author, attempt, modelId, isSpeaking, isCut } = item
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <span className="font-semibold text-(--seat)">{name}</span>
      {seat && seat.role !== "user" && <span className="text-quiet">{roles[seat.role]}</span>}
      {author !== undefined && author !== anonymousUserId && (
        <span className="text-quiet">{stripUnsafeCharacters(author)}</span>
      )}
      {isRehearsal(modelId) && <RehearsalBadge />}
      {attempt > 1 && <Badge tone="warn">{texts.attempt(attempt)}</Badge>}
      {isCut && <Badge tone="warn">{texts.cut}</Badge>}
      <span className="ms-auto text-quiet">
        {isSpeaking && texts.speaks}
        {turn !== undefined && (turn === null ? texts.outOfTurn : texts.turn(turn))}
        {at !== undefined && (
          <span className="hidden sm:inline">
            {" · "}
            <RelativeTime at={at} />
          </span>
        )}
      </span>
    </p>
  )
}

/** Who speaks without having said their name. */
export const anonymousUserId = "web"
