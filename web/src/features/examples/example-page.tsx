import "../discussion/discussion.css"
import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { isOver } from "../../../../src/core/public/view.ts"
import { RehearsalBadge } from "../../components/badge.tsx"
import { buttonClass } from "../../components/button.tsx"
import { usePageTitle } from "../../components/page-header.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { Loading } from "../../components/spinner.tsx"
import type { ExamplesTexts } from "../../texts/en/examples.ts"
import { textsByLanguage } from "../../texts/languages.ts"
import { useLanguage, useTexts } from "../../texts/use-language.ts"
import { TurnContext } from "../discussion/actions/use-discussion-action.ts"
import { RecordView } from "../discussion/outcome/record-view.tsx"
import { PositionsPanel } from "../discussion/positions/positions-panel.tsx"
import { ReplayBar } from "../discussion/replay/replay-bar.tsx"
import { RoundTable } from "../discussion/table/round-table.tsx"
import { type Jump, Transcript } from "../discussion/transcript/transcript.tsx"
import { useReplay, useView, ViewContext, ViewStore } from "../discussion/view/view-store.ts"
import { useFormatName } from "../home/composer/use-format-name.ts"
import { loadRecording } from "./recordings.ts"

const examplesTexts = textsByLanguage<ExamplesTexts>(
  import.meta.glob("../../texts/*/examples.ts", { eager: true, import: "texts" }),
)

/** Plays back a recorded discussion, read-only and without the server. */
export function ExamplePage() {
  const { name } = useParams({ from: "/examples/$name" })
  const [language] = useLanguage()
  const recording = useQuery({
    queryKey: ["examples", name, language],
    queryFn: () => loadRecording(name, language),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const [store, setStore] = useState<ViewStore>()
  useEffect(() => {
    if (!recording.data) return
    const filled = new ViewStore()
    filled.enqueue(recording.data)
    filled.catchUp()
    filled.replay(1)
    setStore(filled)
  }, [recording.data])
  if (recording.error) return <Missing />
  if (!store) return <Loading />
  return (
    <ViewContext value={store}>
      <PlayedDiscussion />
    </ViewContext>
  )
}

function PlayedDiscussion() {
  const texts = useTexts(examplesTexts)
  const formatName = useFormatName()
  const format = useView((view) => view.format)
  const topic = useView((view) => view.topic)
  const record = useView((view) => view.record)
  const isDone = useView((view) => isOver(view.status))
  const sentence = useView((view) => view.outcome?.sentence)
  const isWhole = useReplay().place === undefined
  const [jump, setJump] = useState<Jump>()
  usePageTitle(topic)
  return (
    <TurnContext value={(key) => setJump({ key })}>
      <header className="mb-8">
        <p className="mb-2 flex flex-wrap items-center gap-2 text-sm text-quiet">
          <span className="font-medium text-accent">{formatName(format).name}</span>
          <RehearsalBadge />
          <span>{texts.recorded}</span>
        </p>
        <h1 dir="auto" className="font-display text-3xl leading-[1.15] font-medium tracking-tight sm:text-4xl">
          {topic}
        </h1>
      </header>
      <div className="flex flex-col lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-x-12">
        <aside
          aria-label={texts.table}
          className="order-2 mt-8 flex flex-col gap-5 lg:sticky lg:top-20 lg:mt-0 lg:self-start"
        >
          <RoundTable />
          <PositionsPanel />
          <Link to="/" className={buttonClass({ look: "primary" })}>
            {texts.own}
          </Link>
        </aside>
        <div className="flex min-w-0 flex-col gap-6">
          <ReplayBar startsPlaying />
          {isDone && isWhole && record && <RecordView record={record} />}
          <Transcript jump={jump} end={isDone && <p className="mt-6 font-display text-2xl">{sentence}</p>} />
        </div>
      </div>
    </TurnContext>
  )
}

function Missing() {
  const texts = useTexts(examplesTexts)
  usePageTitle(texts.missing)
  return (
    <>
      <h1 className="mb-4 font-display text-3xl font-medium">{texts.missing}</h1>
      <ProblemNote error={undefined} />
      <Link to="/" className={buttonClass()}>
        {texts.own}
      </Link>
    </>
  )
}
