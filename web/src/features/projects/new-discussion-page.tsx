import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { projectQuery } from "../../api/projects.ts"
import { PageHeader } from "../../components/page-header.tsx"
import { Loading } from "../../components/spinner.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { ErrorPage } from "../../shell/error-page.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { StartForm } from "../home/composer/start-form.tsx"
import { BackLink } from "./project-page.tsx"
import { projectsTexts } from "./texts.ts"

/** Starts a discussion of any format, with any seats, in a project. */
export function NewDiscussionPage() {
  const { page: texts } = useTexts(projectsTexts)
  const { id } = useParams({ from: "/projects/$id/new" })
  const { data: project, error } = useQuery(projectQuery(id))
  if (!project) return error ? <ErrorPage error={error} /> : <Loading />
  const name = stripUnsafeCharacters(project.name)
  return (
    <div className="mx-auto max-w-3xl">
      <BackLink to="/projects/$id" params={{ id }}>
        {name}
      </BackLink>
      <PageHeader title={texts.newIn(name)} lead={project.description === null ? undefined : texts.newLead} />
      <StartForm key={id} projectId={id} />
    </div>
  )
}
