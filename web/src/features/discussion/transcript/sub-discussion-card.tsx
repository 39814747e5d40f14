import { Link } from "@tanstack/react-router"
import type { SubDiscussionItem } from "../../../../../src/core/public/view.ts"
import { Icon } from "../../../components/icon.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"
import { useListFormatter } from "../use-list-formatter.ts"
import { useSeats } from "../view/view-store.ts"

/** Some of the seats talk apart; a quiet card that leads there. */
export function SubDiscussionCard({ item }: { readonly item: SubDiscussionItem }) {
  const { subDiscussion: texts } = useTexts(discussionTexts)
  const seatOf = useSeats()
  const list = useListFormatter()
  const { discussionId, seats, topic, status } = item
  return (
    <div className="my-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl border border-line bg-sunken px-4 py-3 text-sm sm:ms-12">
      <Icon name="branch" className="size-4 text-quiet" />
      <span className="font-medium">{texts.title(list(seats.map((seat) => seatOf(seat).name)))}</span>
      <span className="text-quiet">{texts[status]}</span>
      <Link
        to="/discussions/$id"
        params={{ id: discussionId }}
        className="ms-auto text-accent underline underline-offset-4"
      >
        {texts.open}
      </Link>
      <span dir="auto" className="w-full truncate text-quiet">
        {stripUnsafeCharacters(topic)}
      </span>
    </div>
  )
}
