import { useRouterState } from "@tanstack/react-router"
import { useWindowVirtualizer } from "@tanstack/react-virtual"
import {
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import type { Item } from "../../../../../src/core/public/view.ts"
import { Dialog } from "../../../components/dialog.tsx"
import { Select } from "../../../components/field.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { filterItems, type TranscriptFilter } from "../positions/position-history.ts"
import { discussionTexts } from "../texts.ts"
import { useView } from "../view/view-store.ts"
import { useRows } from "./group-rows.ts"
import { SearchField, transcriptId } from "./search-field.tsx"
import { TranscriptRow } from "./transcript-row.tsx"
import { AutoScrollContext } from "./use-auto-scroll.ts"
import { useIsPrinting } from "./use-is-printing.ts"
import { useTurnShortcuts } from "./use-turn-shortcuts.ts"

/** Estimated height of an unmeasured row, in pixels. */
const estimatedHeights: Readonly<Record<Item["kind"], number>> = {
  turn: 220,
  ballot: 260,
  round: 72,
  interjection: 110,
  "sub-discussion": 110,
  note: 40,
  end: 90,
}

/** Below the page's own header. */
const headerPx = 72

/** A request to scroll to a row; every request is a new object. */
export interface Jump {
  readonly key: string
}

interface TranscriptProps {
  readonly jump?: Jump | undefined
  /** Shown at the end of the discussion; null if the page shows it elsewhere. */
  readonly end?: ReactNode
}

/** The transcript as virtualised rows: only visible rows and a few around them are rendered. */
export function Transcript({ jump, end }: TranscriptProps) {
  const texts = useTexts(discussionTexts)
  const all = useView((view) => view.items)
  const moves = useView((view) => view.moves)
  const [filter, setFilter] = useState<TranscriptFilter>("all")
  const items = useMemo(() => filterItems(all, moves, filter), [all, moves, filter])
  const following = useContext(AutoScrollContext)
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const { rows, rowOf } = useRows(items)
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize(index) {
      const { kind } = rows[index]![0]!
      return kind === "end" && !end ? 0 : estimatedHeights[kind]
    },
    getItemKey: (index) => rows[index]![0]!.key,
    overscan: 5,
    scrollMargin: top,
    scrollPaddingStart: headerPx,
    useFlushSync: false,
  })
  const goTo = (index: number) => {
    following.release()
    virtualizer.scrollToIndex(rowOf(index), { align: "start" })
  }
  const linked = useLinkedItem(items, goTo)
  const jumped = useRef<Jump>(undefined)
  useEffect(() => {
    if (jump && jump !== jumped.current) {
      const index = items.findIndex(({ key }) => key === jump.key)
      if (index < 0 && filter !== "all") return setFilter("all")
      if (index >= 0) goTo(index)
    }
    jumped.current = jump
  })
  const { current, setCurrent, onKeyDown, isHelpOpen, closeHelp } = useTurnShortcuts({
    items,
    goTo,
    list,
    follow: following.follow,
  })

  const show = (index: number) => {
    goTo(index)
    setCurrent(items[index]!.key)
  }

  useLayoutEffect(() => {
    const place = () => setTop(list.current ? list.current.getBoundingClientRect().top + scrollY : 0)
    place()
    const watcher = new ResizeObserver(place)
    watcher.observe(document.body)
    return () => watcher.disconnect()
  }, [])

  useKeepEndVisible(list, following.isOn)

  const isPrinting = useIsPrinting()
  const shown = virtualizer.getVirtualItems()
  const row = (item: Item) => (
    <TranscriptRow
      item={item}
      isMarked={item.key === linked || item.key === current}
      end={item.kind === "end" && end}
    />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys act on the focusable turns inside
    <div onKeyDown={onKeyDown} className="min-w-0">
      <h2 className="sr-only">{texts.transcript.label}</h2>
      <div className="flex flex-wrap items-start justify-between gap-x-4 print:hidden">
        <SearchField items={items} onFound={show} />
        <FilterSelect filter={filter} onChange={setFilter} />
      </div>
      {items.length === 0 && filter !== "all" && <p className="py-8 text-center text-quiet">{texts.filter.none}</p>}
      {all.length === 0 && (
        <div className="py-16 text-center text-quiet">
          <p className="font-display text-xl text-ink">{texts.transcript.empty}</p>
          <p className="mt-1">{texts.transcript.emptyLead}</p>
        </div>
      )}
      {isPrinting && (
        <div className="hidden print:block">
          {all.map((item) => (
            <div key={item.key}>{row(item)}</div>
          ))}
        </div>
      )}
      <div
        ref={list}
        role="log"
        aria-live="off"
        aria-label={texts.transcript.label}
        id={transcriptId}
        data-testid="transcript"
        onFocus={following.release}
        className="relative [overflow-anchor:none] print:hidden"
        style={{ height: virtualizer.getTotalSize() }}
      >
        <div
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${(shown[0]?.start ?? top) - top}px)` }}
        >
          {shown.map(({ index, key }) => (
            // Contain the content's margins, so that the measured height is the row's full height.
            <div key={key} ref={virtualizer.measureElement} data-index={index} className="flow-root">
              <Row items={rows[index]!} render={row} />
            </div>
          ))}
        </div>
      </div>
      <ShortcutsDialog isOpen={isHelpOpen} onClose={closeHelp} />
    </div>
  )
}

interface RowProps {
  readonly items: readonly Item[]
  readonly render: (item: Item) => ReactNode
}

/** One item, or parallel turns side by side. */
function Row({ items, render }: RowProps) {
  const [first] = items
  if (items.length === 1) return render(first!)
  return (
    <div className={`grid gap-x-8 ${items.length % 3 === 0 ? "grid-cols-3" : "grid-cols-2"}`}>
      {items.map((item) => (
        <div key={item.key} className="min-w-0">
          {render(item)}
        </div>
      ))}
    </div>
  )
}

interface FilterSelectProps {
  readonly filter: TranscriptFilter
  readonly onChange: (filter: TranscriptFilter) => void
}

function FilterSelect({ filter, onChange }: FilterSelectProps) {
  const { filter: texts } = useTexts(discussionTexts)
  const seats = useView((view) => view.seats)
  return (
    <Select
      label={texts.label}
      isLabelHidden
      value={filter}
      onChange={({ target }) => onChange(target.value as TranscriptFilter)}
      className="w-56 text-sm"
    >
      <option value="all">{texts.all}</option>
      <option value="disagreements">{texts.disagreements}</option>
      <option value="moves">{texts.moves}</option>
      {seats.map(({ id, name }) => (
        <option key={id} value={`seat:${id}`}>
          {texts.seat(stripUnsafeCharacters(name))}
        </option>
      ))}
    </Select>
  )
}

/** Keeps the end visible while it grows. */
function useKeepEndVisible(list: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !list.current) return
    const toEnd = () => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" })
    toEnd()
    const watcher = new ResizeObserver(toEnd)
    watcher.observe(list.current)
    return () => watcher.disconnect()
  }, [isOn, list])
}

function ShortcutsDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { transcript } = useTexts(discussionTexts)
  const keys = [
    ["j", transcript.keyNext],
    ["k", transcript.keyPrevious],
    ["Home", transcript.keyFirst],
    ["End", transcript.keyLast],
    ["?", transcript.keyHelp],
  ] as const
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={transcript.keys}>
      <p className="mb-4 text-quiet">{transcript.keysLead}</p>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-md border border-line bg-sunken px-2 py-0.5 text-sm">{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** Scrolls to the row in the URL's fragment, such as `#t12`, once it exists and whenever the fragment changes. */
function useLinkedItem(items: readonly Item[], goTo: (index: number) => void): string | undefined {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const visitedHash = useRef("")
  const index = hash === "" ? -1 : items.findIndex(({ key }) => key === hash)
  useEffect(() => {
    if (index < 0 || visitedHash.current === hash) return
    visitedHash.current = hash
    goTo(index)
  })
  return index < 0 ? undefined : hash
}
