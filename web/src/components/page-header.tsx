import { type ReactNode, useEffect } from "react"

interface PageHeaderProps {
  readonly title: string
  /** One sentence that says what this page is for. */
  readonly lead?: ReactNode
  readonly actions?: ReactNode
}

/** The page's only h1; also sets the document title. */
export function PageHeader({ title, lead, actions }: PageHeaderProps) {
  usePageTitle(title)
  return (
    <header className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="font-display text-4xl leading-tight font-medium tracking-tight">{title}</h1>
        {lead && <p className="mt-2 max-w-prose text-quiet">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  )
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? "Conclave" : `${title} · Conclave`
  }, [title])
}
