import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { Link, type LinkProps, useNavigate, useParams } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { useAgents } from "../../api/agents.ts"
import { ApiError, fieldProblem } from "../../api/api-error.ts"
import { discussionListQuery } from "../../api/discussions.ts"
import { isRehearsalModel } from "../../api/models.ts"
import { type Project, projectQuery } from "../../api/projects.ts"
import { RehearsalBadge } from "../../components/badge.tsx"
import { Button } from "../../components/button.tsx"
import { Card } from "../../components/card.tsx"
import { EmptyState } from "../../components/empty-state.tsx"
import { TextArea } from "../../components/field.tsx"
import { Icon } from "../../components/icon.tsx"
import { PageHeader } from "../../components/page-header.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { ActionsMenu, EditDialog, type Editing, RemoveDialog } from "../../components/resource-screen.tsx"
import { SeatAvatar } from "../../components/seat-chip.tsx"
import { Loading } from "../../components/spinner.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { clearDraft, useStoredDraft } from "../../preferences/stored-draft.ts"
import { ErrorPage } from "../../shell/error-page.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { isSubmitShortcut } from "../discussion/actions/use-discussion-action.ts"
import { HistoryRow } from "../history/history-row.tsx"
import { useLeaving } from "../history/use-labels.ts"
import { useStartDiscussion } from "../home/composer/use-start-discussion.ts"
import { refreshIntervalMs } from "../home/list/refresh-interval.ts"
import { PanelPicture } from "./panel-picture.tsx"
import { projectSeats, topicDraft } from "./project-draft.ts"
import { ProjectForm } from "./project-form.tsx"
import { projectRemoval } from "./projects-page.tsx"
import { projectsTexts } from "./texts.ts"

export function ProjectPage() {
  const { id } = useParams({ from: "/projects/$id" })
  return <ProjectContent key={id} id={id} />
}

function ProjectContent({ id }: { readonly id: string }) {
  const texts = useTexts(projectsTexts)
  const navigate = useNavigate()
  const { data: project, error } = useQuery(projectQuery(id))
  const [editing, setEditing] = useState<Editing<Project>>()
  const [isRemoving, setRemoving] = useState(false)
  const isGone = error instanceof ApiError && error.status === 404
  if (!project || isGone) return error ? <ErrorPage error={error} /> : <Loading />
  const edit = () => setEditing({ kind: "change", item: project })
  return (
    <>
      <ProjectHeader project={project} onEdit={edit} onRemove={() => setRemoving(true)} />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-8">
          {project.participants.length === 0 ? <NoParticipants id={id} onEdit={edit} /> : <StartForm id={id} />}
          <ProjectDiscussions id={id} />
        </div>
        {project.participants.length > 0 && <SpeakingOrder project={project} />}
      </div>
      <EditDialog
        texts={texts}
        editing={editing}
        form={(change, close) => <ProjectForm editing={change} onClose={close} />}
        onClose={() => setEditing(undefined)}
      />
      <RemoveDialog
        {...projectRemoval}
        texts={texts}
        item={isRemoving ? project : undefined}
        onClose={() => setRemoving(false)}
        onRemoved={() => void navigate({ to: "/projects" })}
      />
    </>
  )
}

interface ProjectHeaderProps {
  readonly project: Project
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function ProjectHeader({ project, onEdit, onRemove }: ProjectHeaderProps) {
  const texts = useTexts(projectsTexts)
  return (
    <>
      <BackLink to="/projects">{texts.page.back}</BackLink>
      <PageHeader
        title={stripUnsafeCharacters(project.name)}
        lead={project.description === null ? undefined : stripUnsafeCharacters(project.description)}
        actions={
          <>
            <Button onClick={onEdit}>
              <Icon name="edit" className="size-4" />
              {texts.edit}
            </Button>
            <ActionsMenu
              label={texts.page.more}
              className="size-10 border border-line bg-surface"
              actions={[{ icon: "trash", label: texts.remove, onSelect: onRemove, isDanger: true }]}
            />
          </>
        }
      />
    </>
  )
}

export function BackLink({ children, ...to }: Pick<LinkProps, "to" | "params"> & { readonly children: string }) {
  return (
    <Link {...to} className="mb-3 inline-flex items-center gap-1.5 text-sm font-medium text-quiet hover:text-ink">
      <Icon name="arrow" className="size-4 rotate-180" />
      {children}
    </Link>
  )
}

/** Starts a discussion with the project's participants. */
function StartForm({ id }: { readonly id: string }) {
  const { page: texts } = useTexts(projectsTexts)
  const [topic, setTopic] = useStoredDraft(topicDraft(id), "")
  const start = useStartDiscussion()
  const problem = fieldProblem(start.error, "topic")
  const begin = () => {
    if (topic.trim() === "" || start.isPending) return
    start.mutate({ projectId: id, topic }, { onSuccess: () => clearDraft(topicDraft(id)) })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    begin()
  }
  return (
    <form
      onSubmit={submit}
      className="flex flex-col gap-3 rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-6"
    >
      <TextArea
        label={texts.topic}
        hint={texts.topicHint}
        rows={2}
        style={{ fieldSizing: "content", minHeight: "4.25rem", maxHeight: "14rem" }}
        value={topic}
        {...(problem !== undefined && { problem })}
        onChange={({ target }) => setTopic(target.value)}
        onKeyDown={(event) => {
          if (!isSubmitShortcut(event)) return
          event.preventDefault()
          begin()
        }}
      />
      {problem === undefined && <ProblemNote error={start.error} />}
      <div className="flex flex-wrap items-center justify-end gap-x-5 gap-y-3">
        <OtherFormat id={id} />
        <Button type="submit" look="primary" isBusy={start.isPending} aria-disabled={topic.trim() === "" || undefined}>
          <Icon name="play" className="size-4" />
          {texts.start}
        </Button>
      </div>
    </form>
  )
}

/** Link to the form for other discussions in this project. */
function OtherFormat({ id }: { readonly id: string }) {
  const { page: texts } = useTexts(projectsTexts)
  return (
    <Link
      to="/projects/$id/new"
      params={{ id }}
      className="text-sm font-medium text-accent underline underline-offset-4"
    >
      {texts.otherFormat}
    </Link>
  )
}

/** The project's discussions with their status, newest first. */
function ProjectDiscussions({ id }: { readonly id: string }) {
  const { page: texts, more } = useTexts(projectsTexts)
  const list = useInfiniteQuery({
    ...discussionListQuery({ projectId: id }),
    refetchInterval: ({ state }) => refreshIntervalMs(state.data?.pages ?? []),
  })
  const leaving = useLeaving()
  const all = (list.data?.pages ?? []).flatMap(({ discussions }) => discussions).filter((one) => !leaving.has(one.id))
  return (
    <section aria-labelledby="discussions">
      <h2 id="discussions" className="mb-2 font-display text-2xl font-medium">
        {texts.discussions}
      </h2>
      <ProblemNote error={list.error} />
      {list.isPending && <Loading />}
      {list.data && all.length === 0 && <p className="text-quiet">{texts.none}</p>}
      <ul className="-mx-3 flex flex-col">
        {all.map((discussion) => (
          <HistoryRow key={discussion.id} discussion={discussion} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button className="mt-3 w-full" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {more}
        </Button>
      )}
    </section>
  )
}

/** Speaking order of discussions started here. */
function SpeakingOrder({ project }: { readonly project: Project }) {
  const { page: texts, roles } = useTexts(projectsTexts)
  const agents = useAgents() ?? []
  return (
    <Card className="flex flex-col gap-3 lg:sticky lg:top-20">
      <h2 className="text-xs font-semibold tracking-widest text-quiet uppercase">{texts.order}</h2>
      <ol className="flex flex-col gap-3">
        {projectSeats(project, agents, roles).map(({ id, name, role, model }, place) => (
          <li key={id} className="flex items-center gap-3">
            <SeatAvatar name={name} place={place} className="size-9 text-xs" />
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 leading-tight font-medium">
                <span className="min-w-0 truncate">{name}</span>
                {isRehearsalModel(model) && <RehearsalBadge />}
              </p>
              {role !== "user" && <p className="text-sm text-quiet">{roles[role]}</p>}
            </div>
          </li>
        ))}
      </ol>
      {project.rounds != null && <p className="text-sm text-quiet">{texts.rounds(project.rounds)}</p>}
    </Card>
  )
}

function NoParticipants({ id, onEdit }: { readonly id: string; readonly onEdit: () => void }) {
  const { page: texts } = useTexts(projectsTexts)
  return (
    <EmptyState
      title={texts.nobody}
      picture={<PanelPicture />}
      action={
        <>
          <Button look="primary" size="large" onClick={onEdit}>
            {texts.seatThem}
          </Button>
          <OtherFormat id={id} />
        </>
      }
    >
      <p>{texts.nobodyLead}</p>
    </EmptyState>
  )
}
