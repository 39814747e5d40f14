import "./discussion.css"
import { Link } from "@tanstack/react-router"
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react"
import { isOver } from "../../../../src/core/public/view.ts"
import { buttonClass } from "../../components/button.tsx"
import { EmptyState } from "../../components/empty-state.tsx"
import { Loading } from "../../components/loading.tsx"
import { usePageTitle } from "../../components/page-header.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { Tabs } from "../../components/tabs.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { ActionBar } from "./actions/action-bar.tsx"
import { Dock } from "./actions/dock.tsx"
import { ForkProvider } from "./actions/fork-provider.tsx"
import { Announcements } from "./announcements.tsx"
import { DiscussionHeader } from "./discussion-header.tsx"
import { LazyOutcomeCard, preloadParts } from "./lazy-parts.tsx"
import { OutcomeBanner } from "./outcome/outcome-banner.tsx"
import { StatusPill } from "./status-pill.tsx"
import { RoundTable } from "./table/round-table.tsx"
import { SeatList } from "./table/seat-list.tsx"
import { discussionTexts } from "./texts/index.ts"
import { type Jump, Transcript } from "./transcript/transcript.tsx"
import { AutoScrollContext, useAutoScroll } from "./transcript/use-auto-scroll.ts"
import { useDiscussionStream } from "./view/use-discussion-stream.ts"
import { useView, ViewContext, ViewStore } from "./view/view-store.ts"

const Charts = lazy(() => import("./charts/charts.tsx"))

interface Props {
  readonly id: string
}

/** A discussion, followed for as long as it is looked at. */
export function DiscussionScreen({ id }: Props) {
  const [store] = useState(() => new ViewStore())
  useEffect(preloadParts, [])
  const { state, error } = useDiscussionStream(id, store)
  if (state === "refused" && error?.status !== 401) return <LoadError isMissing={error?.status === 404} error={error} />
  return (
    <ViewContext value={store}>
      <Announcements stream={state} />
      <LoadedDiscussion id={id} pill={<StatusPill stream={state} />} />
    </ViewContext>
  )
}

function LoadedDiscussion({ id, pill }: Props & { readonly pill: ReactNode }) {
  const texts = useTexts(discussionTexts)
  const isKnown = useView((view) => view.format !== "")
  const following = useAutoScroll()
  const [shown, setShown] = useState<"transcript" | "insights">("transcript")
  const [jump, setJump] = useState<Jump>()
  const isDone = useView((view) => isOver(view.status))
  // Whoever was there to the end sees the outcome from its beginning.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end itself leads there
  useEffect(() => {
    if (isDone && following.isOn) setJump({ key: "end" })
  }, [isDone])
  if (!isKnown) return <Loading />
  const show = (view: typeof shown) => {
    setJump(undefined)
    setShown(view)
  }
  const openOutcome = () => {
    setShown("transcript")
    setJump({ key: "end" })
  }
  return (
    <ForkProvider id={id}>
      <AutoScrollContext value={following}>
        <DiscussionHeader />
        <div className="-mb-16 lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-x-12">
          <aside
            aria-label={texts.table.label}
            className="mb-8 flex flex-col gap-5 lg:sticky lg:top-20 lg:order-2 lg:mb-0 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto lg:pb-2"
          >
            <div className="flex justify-center">{pill}</div>
            <RoundTable />
            <ActionBar id={id} />
            <SeatList />
          </aside>
          <div className="flex min-w-0 flex-col">
            <OutcomeBanner onOpen={openOutcome} />
            <Tabs
              label={texts.views.label}
              value={shown}
              onChange={show}
              tabs={[
                {
                  name: "transcript",
                  label: texts.views.transcript,
                  content: (
                    <Transcript jump={jump} end={<LazyOutcomeCard id={id} onInsights={() => show("insights")} />} />
                  ),
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
            {shown === "transcript" && <Dock id={id} pill={pill} />}
          </div>
        </div>
      </AutoScrollContext>
    </ForkProvider>
  )
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
