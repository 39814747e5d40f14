import "./discussion.css"
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react"
import { isOver } from "../../../../src/core/public/view.ts"
import { invitation } from "../../api/invitation.ts"
import { buttonClass } from "../../components/button.tsx"
import { EmptyState } from "../../components/empty-state.tsx"
import { usePageTitle } from "../../components/page-header.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { Loading } from "../../components/spinner.tsx"
import { Tabs } from "../../components/tabs.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { ActionBar } from "./actions/action-bar.tsx"
import { Dock } from "./actions/dock.tsx"
import { ForkContext, TurnContext } from "./actions/use-discussion-action.ts"
import { Announcements } from "./announcements.tsx"
import { DiscussionHeader } from "./discussion-header.tsx"
import { LazyForkDialog, LazyOutcomeCard, preloadParts } from "./lazy-parts.tsx"
import { OutcomeBanner } from "./outcome/outcome-banner.tsx"
import { Identity } from "./people/identity.tsx"
import { OwnSeatContext, useAreNamesHidden, useOwnSeat, useSeatOfReader } from "./people/own-seat.ts"
import { PositionsPanel } from "./positions/positions-panel.tsx"
import { ReplayBar } from "./replay/replay-bar.tsx"
import { StatusPill } from "./status-pill.tsx"
import { RoundTable } from "./table/round-table.tsx"
import { SeatList } from "./table/seat-list.tsx"
import { discussionTexts } from "./texts.ts"
import { type Jump, Transcript } from "./transcript/transcript.tsx"
import { AutoScrollContext, useAutoScroll } from "./transcript/use-auto-scroll.ts"
import { useIsPrinting } from "./transcript/use-is-printing.ts"
import { useDiscussionStream } from "./view/use-discussion-stream.ts"
import { useReplay, useView, ViewContext, ViewStore } from "./view/view-store.ts"

export function DiscussionPage() {
  const { id } = useParams({ from: "/discussions/$id" })
  return <DiscussionScreen key={id} id={id} />
}

const Charts = lazy(() => import("./charts/charts.tsx"))

interface Props {
  readonly id: string
}

/** Reading as a seat shows only what that seat may see; another seat starts from an empty view. */
function DiscussionScreen({ id }: Props) {
  const { isKnown, seat } = useSeatOfReader(id)
  const [isRevealed, setRevealed] = useState(false)
  if (!isKnown) return <Loading />
  return (
    <OwnSeatContext value={seat}>
      <FollowedDiscussion key={`${seat} ${isRevealed}`} id={id} onEnd={() => setRevealed(true)} />
    </OwnSeatContext>
  )
}

/** When a discussion with pseudonyms ends, it is read again from the start with names. */
function NamesAtEnd({ onEnd }: { readonly onEnd: () => void }) {
  const isHidden = useAreNamesHidden()
  const isDue = useView(({ status }) => isOver(status)) && isHidden
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end matters
  useEffect(() => {
    if (isDue) onEnd()
  }, [isDue])
  return null
}

/** A discussion, followed live while the page is open. */
function FollowedDiscussion({ id, onEnd }: Props & { readonly onEnd: () => void }) {
  const [store] = useState(() => new ViewStore())
  useEffect(preloadParts, [])
  const { state, error } = useDiscussionStream(id, store, useOwnSeat())
  if (state === "refused" && error?.status !== 401) return <LoadError isMissing={error?.status === 404} error={error} />
  return (
    <ViewContext value={store}>
      <Announcements stream={state} />
      <NamesAtEnd onEnd={onEnd} />
      <LoadedDiscussion id={id} pill={<StatusPill id={id} stream={state} />} />
    </ViewContext>
  )
}

function LoadedDiscussion({ id, pill }: Props & { readonly pill: ReactNode }) {
  const texts = useTexts(discussionTexts)
  const isKnown = useView((view) => view.format !== "")
  const following = useAutoScroll()
  const { view: shown = "transcript" } = useSearch({ from: "/discussions/$id" })
  const navigate = useNavigate()
  const [jump, setJump] = useState<Jump>()
  const isDone = useView((view) => isOver(view.status))
  const isReplaying = useReplay().place !== undefined
  // A reader who followed to the end is taken to the start of the outcome.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end scrolls there
  useEffect(() => {
    if (isDone && following.isOn && !isReplaying) setJump({ key: "end" })
  }, [isDone])
  useHoldPlaceBelowOutcome(isDone)
  useStartAtInsights(isKnown, shown === "insights")
  const isPrinting = useIsPrinting()
  const own = invitation()
  if (!isKnown) return <Loading />
  const setShown = (view: typeof shown) =>
    void navigate({
      to: ".",
      search: view === "insights" ? { view } : {},
      ...(view === "transcript" && { hash: true }),
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    })
  const show = (view: typeof shown) => {
    setJump(undefined)
    setShown(view)
  }
  const openInsights = () => {
    show("insights")
    document.getElementById("views")?.scrollIntoView()
  }
  const openTurn = (key: string) => {
    if (shown !== "transcript") setShown("transcript")
    setJump({ key })
  }
  const openOutcome = () => {
    following.release()
    const outcome = document.getElementById("outcome")
    outcome?.scrollIntoView()
    outcome?.querySelector<HTMLElement>("section")?.focus({ preventScroll: true })
  }
  return (
    <ForkProvider id={id}>
      <TurnContext value={openTurn}>
        <AutoScrollContext value={following}>
          <DiscussionHeader id={id} />
          <div className="-mb-16 flex flex-col lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-x-12">
            <aside
              aria-label={texts.table.label}
              className={`mb-8 flex flex-col gap-5 print:hidden ${isDone ? "order-2 mt-8" : ""} lg:mt-0 lg:sticky lg:top-20 lg:order-2 lg:mb-0 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto lg:pb-2`}
            >
              <div className="flex flex-wrap items-center justify-center gap-2">
                <Identity id={id} />
                {pill}
              </div>
              <RoundTable />
              <PositionsPanel />
              {!isReplaying && !own && !isDone && <ActionBar id={id} />}
              <SeatList id={id} />
            </aside>
            <div className="flex min-w-0 flex-col">
              {isDone && (
                <div id="outcome" className="mb-8 scroll-mt-20">
                  <LazyOutcomeCard id={id} onInsights={openInsights} />
                </div>
              )}
              {/* Above the outcome, which comes with the last event and would push it away. */}
              <div
                id="views"
                className={`mb-3 flex scroll-mt-20 justify-end ${isReplaying ? "sticky top-16 z-20 order-first" : ""}`}
              >
                <ReplayBar />
              </div>
              <Tabs
                label={texts.views.label}
                value={isPrinting ? "transcript" : shown}
                onChange={show}
                tabs={[
                  {
                    name: "transcript",
                    label: texts.views.transcript,
                    content: <Transcript jump={jump} end={<OutcomeBanner onOpen={openOutcome} />} />,
                  },
                  {
                    name: "insights",
                    label: texts.views.insights,
                    content: (
                      <Suspense fallback={<Loading />}>
                        <Charts id={id} />
                      </Suspense>
                    ),
                  },
                ]}
              />
              {shown === "transcript" && !isReplaying && <Dock id={id} pill={pill} />}
            </div>
          </div>
        </AutoScrollContext>
      </TurnContext>
    </ForkProvider>
  )
}

/** Lets its children open the fork dialog. */
function ForkProvider({ id, children }: Props & { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<{ readonly turn: string | undefined }>()
  const open = useCallback((turn: string | undefined) => setAsked({ turn }), [])
  return (
    <ForkContext value={open}>
      {children}
      <LazyForkDialog id={id} isOpen={asked !== undefined} turn={asked?.turn} onClose={() => setAsked(undefined)} />
    </ForkContext>
  )
}

/** Keeps the scroll position when the outcome appears above the reader. */
function useHoldPlaceBelowOutcome(isDone: boolean): void {
  const wasLive = useRef(false)
  useEffect(() => {
    if (!isDone) wasLive.current = true
    const card = document.getElementById("outcome")
    if (!isDone || !wasLive.current || !card) return
    let height = 0
    const watcher = new ResizeObserver(() => {
      const grown = card.offsetHeight - height
      if (card.getBoundingClientRect().top + height < 0) scrollBy({ top: grown, behavior: "instant" })
      height = card.offsetHeight
    })
    watcher.observe(card)
    return () => watcher.disconnect()
  }, [isDone])
}

const inputs = ["wheel", "touchmove", "keydown", "pointerdown"]

/** Keeps insights opened by URL in view while content above loads, until the reader scrolls. */
function useStartAtInsights(isKnown: boolean, isShown: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the initial URL matters
  useEffect(() => {
    if (!isKnown || !isShown) return
    const watcher = new ResizeObserver(() => document.getElementById("views")?.scrollIntoView({ behavior: "instant" }))
    watcher.observe(document.body)
    const stop = () => watcher.disconnect()
    for (const input of inputs) addEventListener(input, stop, { once: true })
    return () => {
      stop()
      for (const input of inputs) removeEventListener(input, stop)
    }
  }, [isKnown])
}

function LoadError({ isMissing, error }: { readonly isMissing: boolean; readonly error: unknown }) {
  const texts = useTexts(discussionTexts)
  usePageTitle(texts.missing.title)
  const home = (
    <Link to="/" className={buttonClass({ look: "primary" })}>
      {texts.missing.home}
    </Link>
  )
  return (
    <>
      <h1 className="sr-only">{texts.title}</h1>
      {isMissing ? (
        <EmptyState title={texts.missing.title} action={home}>
          <p>{texts.missing.lead}</p>
        </EmptyState>
      ) : (
        <ProblemNote error={error} />
      )}
    </>
  )
}
