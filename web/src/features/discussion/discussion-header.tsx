import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { summaryQuery } from "../../api/discussions.ts"
import { invitation } from "../../api/invitation.ts"
import { isRehearsalModel } from "../../api/models.ts"
import { projectQuery } from "../../api/projects.ts"
import { RehearsalBadge } from "../../components/badge.tsx"
import { usePageTitle } from "../../components/page-header.tsx"
import { RelativeTime } from "../../components/relative-time.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { useFormatName } from "../home/composer/use-format-name.ts"
import { continueTexts } from "./continue-texts.ts"
import { useOwnCall, useTurnNotification } from "./people/own-seat.ts"
import { peopleTexts } from "./people/texts.ts"
import { discussionTexts } from "./texts.ts"
import { useView } from "./view/view-store.ts"

const maxTitleLength = 140

interface Props {
  readonly id: string
}

/** Topic, start time and origin of the discussion. */
export function DiscussionHeader({ id }: Props) {
  const texts = useTexts(discussionTexts)
  const people = useTexts(peopleTexts)
  const format = useView((view) => view.format)
  const isRehearsed = useView((view) => view.seats.some(({ model }) => isRehearsalModel(model)))
  const formatName = useFormatName()
  // The copied turns of a fork are older than the fork itself.
  const forked = useView((view) => view.items.find((item) => item.kind === "note" && item.note.is === "forked"))
  const startedAt = useView((view) => (forked?.kind === "note" ? forked.at : view.startedAt))
  const topic = stripUnsafeCharacters(useView((view) => view.topic)).trim()
  const { data: summary } = useQuery({ ...summaryQuery(id), enabled: invitation() === undefined })
  const title = summary?.titleGiven ? stripUnsafeCharacters(summary.title) : shortTitle(topic)
  const isOwnTurn = useOwnCall() !== undefined
  usePageTitle(isOwnTurn ? `● ${people.yourTurn} · ${title}` : title)
  useTurnNotification(title)
  return (
    <header className="mb-8">
      <p className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-quiet">
        <span className="font-medium text-accent">{formatName(format).name}</span>
        {isRehearsed && <RehearsalBadge />}
        {startedAt && (
          <span>
            · {texts.started} <RelativeTime at={startedAt} />
          </span>
        )}
        <ParentLink id={id} />
        {summary?.projectId != null && <ProjectLink id={summary.projectId} />}
      </p>
      <h1
        dir="auto"
        className={`font-display leading-[1.15] font-medium tracking-tight ${title.length > 80 ? "text-2xl sm:text-3xl" : "text-3xl sm:text-4xl"}`}
      >
        {title}
      </h1>
      {title !== topic && (
        <details className="mt-3 max-w-prose">
          <summary className="text-sm text-quiet hover:text-ink">{texts.wholeTopic}</summary>
          <p dir="auto" className="mt-2 whitespace-pre-wrap">
            {topic}
          </p>
        </details>
      )}
    </header>
  )
}

function ParentLink({ id }: Props) {
  const texts = useTexts(discussionTexts)
  const { compare } = useTexts(continueTexts)
  const parent = useView((view) => view.parent)
  if (!parent) return null
  const isPart = parent.kind === "sub-discussion"
  return (
    <span>
      ·{" "}
      <Link
        to="/discussions/$id"
        params={{ id: parent.discussionId }}
        {...(parent.atTurn !== null && !isPart && { hash: parent.atTurn })}
        className="text-accent underline underline-offset-4"
      >
        {isPart ? texts.partOf : texts.forkOf(parent.atTurn)}
      </Link>
      {!isPart && !invitation() && (
        <>
          {" · "}
          <Link
            to="/compare"
            search={{ ids: `${parent.discussionId},${id}` }}
            className="text-accent underline underline-offset-4"
          >
            {compare}
          </Link>
        </>
      )}
    </span>
  )
}

function ProjectLink({ id }: Props) {
  const { data: project } = useQuery(projectQuery(id))
  if (!project) return null
  return (
    <span>
      ·{" "}
      <Link to="/projects/$id" params={{ id }} className="text-accent underline underline-offset-4">
        {stripUnsafeCharacters(project.name)}
      </Link>
    </span>
  )
}

/** The first line of the topic, which may be pages long. */
function shortTitle(topic: string): string {
  const [first = ""] = topic.split("\n", 1)
  const letters = [...first]
  return letters.length > maxTitleLength ? `${letters.slice(0, maxTitleLength).join("").trimEnd()}…` : first
}
