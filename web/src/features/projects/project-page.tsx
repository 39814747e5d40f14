import { PageHeader } from "../../components/page-header.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { projectsTexts } from "./texts/index.ts"

export function ProjectPage() {
  const texts = useTexts(projectsTexts)
  return <PageHeader title={texts.title} />
}
