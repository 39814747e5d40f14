import { useInfiniteQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useDeferredValue, useEffect, useId, useRef, useState } from "react"
import { type DiscussionSummary, discussionListQuery } from "../../api/discussions.ts"
import { Button, buttonClass } from "../../components/button.tsx"
import { Checkbox, TextField } from "../../components/field.tsx"
import { Icon } from "../../components/icon.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { Loading } from "../../components/spinner.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { refreshIntervalMs } from "../home/list/refresh-interval.ts"
import { groupDiscussions, type HistoryItem } from "./group-discussions.ts"
import { HistoryRow } from "./history-row.tsx"
import { historyTexts } from "./texts.ts"
import { useLeaving } from "./use-labels.ts"

/** All discussions with full-text search. The search field has the focus if opened for searching. */
export default function HistoryPanel({ isOpened = false }: { readonly isOpened?: boolean }) {
  const texts = useTexts(historyTexts)
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOpened) search.current?.focus()
  }, [isOpened])
  const [words, setWords] = useState("")
  const [isArchive, setArchive] = useState(false)
  const q = useDeferredValue(words.trim())
  const archived = isArchive ? "true" : undefined
  const list = useInfiniteQuery({
    ...discussionListQuery({ q: q === "" ? undefined : q, archived }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => refreshIntervalMs(state.data?.pages ?? []),
  })
  const pins = useInfiniteQuery({ ...discussionListQuery({ pinned: "true" }), enabled: q === "" && !isArchive })
  const leaving = useLeaving()
  const all = (list.data?.pages ?? []).flatMap(({ discussions }) => discussions).filter(({ id }) => !leaving.has(id))
  const pinned = q === "" && !isArchive ? firstPage(pins.data?.pages).filter(({ id }) => !leaving.has(id)) : []
  const others = all.filter(({ id }) => !pinned.some((pin) => pin.id === id))
  const groups = q === "" ? groupDiscussions(others, new Date()) : []
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-2">
        <Link to="/" className={buttonClass({ size: "small" })}>
          <Icon name="add" className="size-4" />
          {texts.fresh}
        </Link>
        <TextField
          ref={search}
          type="search"
          label={texts.search}
          isLabelHidden
          placeholder={texts.search}
          value={words}
          maxLength={200}
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
      <p role="status" className={q === "" ? "sr-only" : "text-sm text-quiet"}>
        {q === "" || !list.data ? "" : all.length === 0 ? texts.noneFound : texts.found(all.length, list.hasNextPage)}
      </p>
      {list.isPending && <Loading />}
      {list.error && <ProblemNote error={list.error} />}
      {list.data && q === "" && all.length === 0 && <p className="text-sm text-quiet">{texts.none}</p>}
      {pinned.length > 0 && (
        <Group title={texts.groups.pinned} items={pinned.map((discussion) => ({ discussion, depth: 0 }))} />
      )}
      {q === ""
        ? groups.map(({ name, items }) => <Group key={name} title={texts.groups[name]} items={items} />)
        : all.length > 0 && <Group title={texts.title} items={all.map((discussion) => ({ discussion, depth: 0 }))} />}
      {list.hasNextPage && (
        <Button size="small" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {texts.more}
        </Button>
      )}
      <Checkbox label={texts.showArchived} checked={isArchive} onChange={({ target }) => setArchive(target.checked)} />
    </div>
  )
}

function firstPage(pages: readonly { readonly discussions: readonly DiscussionSummary[] }[] | undefined) {
  return pages?.[0]?.discussions ?? []
}

function Group({ title, items }: { readonly title: string; readonly items: readonly HistoryItem[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="px-3 text-xs font-semibold text-quiet">
        {title}
      </h3>
      <ul className="mt-1 flex flex-col">
        {items.map(({ discussion, depth }) => (
          <HistoryRow key={discussion.id} discussion={discussion} depth={depth} />
        ))}
      </ul>
    </section>
  )
}
