import type { ReactNode } from "react"

interface EmptyStateProps {
  readonly title: string
  readonly picture?: ReactNode
  /** Says what will be listed here and what to do first. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

export function EmptyState({ title, picture, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-prose flex-col items-center gap-4 px-4 py-12 text-center">
      {picture}
      <h2 className="font-display text-2xl font-medium">{title}</h2>
      {children && <div className="flex flex-col gap-2 text-quiet">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
