import { PageHeader } from "../../components/page-header.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { chatTexts } from "./texts/index.ts"

export function ChatPage() {
  const texts = useTexts(chatTexts)
  return <PageHeader title={texts.title} />
}
