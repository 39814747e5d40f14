import { Link } from "@tanstack/react-router"
import { lazy, type ReactNode, Suspense, useState } from "react"
import type { DiscussionSummary } from "../../api/discussions.ts"
import { Badge, StatusBadge } from "../../components/badge.tsx"
import { IconButton } from "../../components/button.tsx"
import { Icon } from "../../components/icon.tsx"
import { RelativeTime } from "../../components/relative-time.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useListFormatter } from "../../texts/use-formatters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { historyTexts } from "./texts.ts"

/** Loaded on demand: menus are not needed for the first paint. */
const RowMenu = lazy(() => import("./row-menu.tsx"))
const LabelForm = lazy(() => import("./label-form.tsx"))

interface HistoryRowProps {
  readonly discussion: DiscussionSummary
  readonly depth?: number
  /** Shown next to status and time. */
  readonly facts?: ReactNode
  readonly picture?: ReactNode
}

/** A discussion in a list: title, status, search excerpt, answer and seats. */
export function HistoryRow({ discussion, depth = 0, facts, picture }: HistoryRowProps) {
  const texts = useTexts(historyTexts)
  const [isEdited, setEdited] = useState(false)
  const list = useListFormatter()
  const { id, title, status, queue, updatedAt, answer, hit, seats, tags, parent, pinned } = discussion
  if (isEdited) {
    return (
      <Suspense>
        <LabelForm discussion={discussion} onDone={() => setEdited(false)} />
      </Suspense>
    )
  }
  return (
    <li
      className="group/row relative flex items-start"
      style={{ paddingInlineStart: `${Math.min(depth, 4) * 0.75}rem` }}
    >
      <Link
        to="/discussions/$id"
        params={{ id }}
        {...(hit?.turnId && { hash: hit.turnId })}
        className="group flex min-w-0 flex-1 gap-3 rounded-xl py-2.5 ps-3 pe-10 transition-colors hover:bg-sunken aria-[current=page]:bg-accent-soft"
      >
        {picture}
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 font-medium break-words group-hover:text-accent-strong" dir="auto">
            {stripUnsafeCharacters(title)}
          </span>
          {hit && (
            <span className="mt-1 line-clamp-3 text-sm break-words text-quiet" dir="auto">
              {hit.cutBefore && "…"}
              <MarkedText text={hit.excerpt} matches={hit.matches} />
              {hit.cutAfter && "…"}
            </span>
          )}
          {!hit && answer !== null && (
            <span className="mt-1 line-clamp-2 text-sm break-words text-quiet" dir="auto">
              <span className="sr-only">{texts.answer} </span>
              {stripUnsafeCharacters(withoutMarkdown(answer))}
            </span>
          )}
          <span className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-quiet">
            {queue ? <Badge>{texts.inQueue}</Badge> : <StatusBadge status={status} />}
            {pinned && <span>{texts.isPinned}</span>}
            {parent && <span>{parent.kind === "fork" ? texts.fork : texts.side}</span>}
            {facts}
            <RelativeTime at={updatedAt} />
            {tags.map((tag) => (
              <span key={tag} className="rounded-full bg-sunken px-2 py-0.5" dir="auto">
                {stripUnsafeCharacters(tag)}
              </span>
            ))}
          </span>
          <span className="mt-1 block truncate text-xs text-quiet">
            {texts.with(list(seats.map(({ name }) => stripUnsafeCharacters(name))))}
          </span>
        </span>
      </Link>
      <span className="absolute end-1 top-1.5">
        <Suspense
          fallback={
            <IconButton label={texts.actions(stripUnsafeCharacters(title))} disabled>
              <Icon name="more" className="size-4" />
            </IconButton>
          }
        >
          <RowMenu discussion={discussion} onEdit={() => setEdited(true)} />
        </Suspense>
      </span>
    </li>
  )
}

/** Plain text of Markdown: a list row has no room for headings, emphasis and links. */
export function withoutMarkdown(text: string): string {
  return text
    .replaceAll(/^\s*(#{1,6}|[-*+>]|\d+[.)])\s+/gm, "")
    .replaceAll(/!?\[([^\]]*)\]\([^)\s]*\)/g, "$1")
    .replaceAll(/(\*\*|__|~~|`+)(?=\S)([^\n]*?\S)\1/g, "$2")
    .replaceAll(/(?<![\w*])\*(?=\S)([^*\n]*\S)\*(?![\w*])/g, "$1")
}

interface MarkedTextProps {
  readonly text: string
  /** In order. */
  readonly matches: readonly { readonly start: number; readonly end: number }[]
}

/** Text with search matches highlighted. */
function MarkedText({ text, matches }: MarkedTextProps) {
  const ends = [0, ...matches.map(({ end }) => end)]
  return (
    <>
      {matches.map(({ start, end }, index) => (
        <span key={start}>
          {stripUnsafeCharacters(text.slice(ends[index], start))}
          <mark className="rounded-sm bg-warn-soft font-medium text-ink">
            {stripUnsafeCharacters(text.slice(start, end))}
          </mark>
        </span>
      ))}
      {stripUnsafeCharacters(text.slice(ends.at(-1)))}
    </>
  )
}
