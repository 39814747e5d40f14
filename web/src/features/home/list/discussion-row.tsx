import { Link } from "@tanstack/react-router"
import type { DiscussionSummary } from "../../../api/discussions.ts"
import { RelativeTime } from "../../../components/relative-time.tsx"
import { StatusBadge } from "../../../components/status-badge.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { FormatPicture } from "../composer/format-picture.tsx"
import { useFormatName } from "../composer/use-format-name.ts"
import { homeTexts } from "../texts/index.ts"

export function DiscussionRow({ discussion }: { readonly discussion: DiscussionSummary }) {
  const { list } = useTexts(homeTexts)
  const { id, topic, format, status, round, updatedAt } = discussion
  const formatName = useFormatName()(format).name
  return (
    <li>
      <Link
        to="/discussions/$id"
        params={{ id }}
        className="group flex gap-3 rounded-xl px-3 py-3 transition-colors hover:bg-sunken"
      >
        <FormatPicture format={format} className="mt-0.5 hidden h-8 w-15 shrink-0 opacity-80 sm:block" />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 font-medium group-hover:text-accent-strong" dir="auto">
            {stripUnsafeCharacters(topic)}
          </span>
          <span className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-quiet">
            <StatusBadge status={status} />
            <span>{formatName}</span>
            <span aria-hidden="true">·</span>
            <span>{round === 0 ? list.notBegun : list.round(round)}</span>
            <span aria-hidden="true">·</span>
            <RelativeTime at={updatedAt} />
          </span>
        </span>
      </Link>
    </li>
  )
}
