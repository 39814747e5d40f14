import { PageHeader } from "../../components/page-header.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { projectsTexts } from "./texts/index.ts"

export function ProjectsPage() {
  const texts = useTexts(projectsTexts)
  return <PageHeader title={texts.title} />
}
