import { Link } from "@tanstack/react-router"
import { ApiError } from "../api/api-error.ts"
import { Button, buttonClass } from "../components/button.tsx"
import { PageHeader } from "../components/page-header.tsx"
import { ProblemNote } from "../components/problem-note.tsx"
import { useTexts } from "../texts/use-language.ts"
import { shellTexts } from "./texts.ts"

/** Error boundary inside the shell, so that the navigation still works. */
export function ErrorPage({ error }: { readonly error: unknown }) {
  const { errors, notFound } = useTexts(shellTexts)
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  return (
    <>
      <PageHeader title={errors.broken} lead={errors.brokenLead} />
      {error instanceof ApiError && <ProblemNote error={error} />}
      <div className="mt-6 flex gap-3">
        <Button look="primary" onClick={() => location.reload()}>
          {errors.reload}
        </Button>
        <Link to="/" className={buttonClass()}>
          {notFound.home}
        </Link>
      </div>
    </>
  )
}

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
