import { Link } from "@tanstack/react-router"
import { buttonClass } from "../components/button.tsx"
import { PageHeader } from "../components/page-header.tsx"
import { useTexts } from "../texts/use-language.ts"
import { shellTexts } from "./texts/index.ts"

export function NotFound() {
  const { notFound: texts } = useTexts(shellTexts)
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <Link to="/" className={buttonClass({ look: "primary" })}>
        {texts.home}
      </Link>
    </>
  )
}
