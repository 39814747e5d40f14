import { useDeferredValue, useEffect, useMemo, useState } from "react"
import type { Item } from "../../../../../src/core/public/view.ts"
import { IconButton } from "../../../components/button.tsx"
import { Icon } from "../../../components/icon.tsx"
import { useFormatters } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts.ts"

/** The element that contains the rows. */
export const transcriptId = "transcript-rows"

interface SearchFieldProps {
  readonly items: readonly Item[]
  readonly onFound: (index: number) => void
}

/** In-page search: the browser's own cannot find rows that are not rendered. */
export function SearchField({ items, onFound }: SearchFieldProps) {
  const { transcript: texts } = useTexts(discussionTexts)
  const format = useFormatters()
  const [words, setWords] = useState("")
  const [place, setPlace] = useState(-1)
  const wanted = useDeferredValue(words.trim())
  const found = useMemo(() => findMatches(items, wanted), [items, wanted])
  useHighlight(wanted)
  const go = (step: number) => {
    // Deferred, so that fast typing is not blocked.
    const now = findMatches(items, words.trim())
    if (now.length === 0) return
    const next = (place + step + now.length) % now.length
    setPlace(next)
    onFound(now[next]!)
  }
  const shown = place < 0 ? 0 : Math.min(place, found.length - 1) + 1
  return (
    <search className="mb-2 flex items-center gap-1">
      <div className="relative min-w-0 flex-1 sm:max-w-64">
        <Icon name="search" className="pointer-events-none absolute start-2.5 top-2.5 size-4 text-quiet" />
        <input
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          value={words}
          onChange={({ target }) => {
            setWords(target.value)
            setPlace(-1)
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter") go(event.shiftKey ? (place < 0 ? 0 : -1) : 1)
            else if (event.key === "Escape") setWords("")
            else return
            event.preventDefault()
          }}
          className="h-9 w-full rounded-lg border border-transparent bg-transparent ps-8 pe-2 text-sm hover:bg-sunken focus:border-line-strong focus:bg-surface"
        />
      </div>
      {wanted !== "" && (
        <>
          <span role="status" className="px-1 text-sm whitespace-nowrap text-quiet">
            {found.length === 0 ? texts.foundNone : texts.found(format.number(shown), format.number(found.length))}
          </span>
          <IconButton label={texts.previous} disabled={found.length === 0} onClick={() => go(place < 0 ? 0 : -1)}>
            <Icon name="up" className="size-4" />
          </IconButton>
          <IconButton label={texts.next} disabled={found.length === 0} onClick={() => go(1)}>
            <Icon name="down" className="size-4" />
          </IconButton>
        </>
      )}
    </search>
  )
}

const maxMarks = 500

/** Highlights matches in the rendered rows as they come and go, without changing their elements. */
function useHighlight(words: string): void {
  useEffect(() => {
    const rows = document.getElementById(transcriptId)
    if (words === "" || !rows || !("highlights" in CSS)) return
    const mark = () => CSS.highlights.set("search", new Highlight(...rangesOf(rows, words.toLowerCase())))
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(rows, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      CSS.highlights.delete("search")
    }
  }, [words])
}

function rangesOf(rows: Element, words: string): readonly Range[] {
  const ranges: Range[] = []
  const texts = document.createTreeWalker(rows, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node && ranges.length < maxMarks; node = texts.nextNode()) {
    const text = node.textContent?.toLowerCase() ?? ""
    for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + words.length)) {
      const range = new Range()
      range.setStart(node, at)
      range.setEnd(node, Math.min(at + words.length, node.textContent!.length))
      ranges.push(range)
    }
  }
  return ranges
}

/** Indexes of the rows that contain the words; empty without a query. */
function findMatches(items: readonly Item[], words: string): readonly number[] {
  const wanted = words.toLowerCase()
  if (wanted === "") return []
  return items.flatMap((item, index) =>
    searchableTexts(item).some((text) => text.toLowerCase().includes(wanted)) ? [index] : [],
  )
}

function searchableTexts(item: Item): readonly string[] {
  switch (item.kind) {
    case "turn":
      return item.turn ? [item.turn.content] : []
    case "interjection":
      return [item.interjection.author, item.interjection.content]
    case "ballot":
      return item.ballot.votes.flatMap(({ reasoning, choice = "", proposedSolution = "" }) => [
        reasoning,
        choice,
        proposedSolution,
      ])
    case "sub-discussion":
      return [item.topic]
    default:
      return []
  }
}
