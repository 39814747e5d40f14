import type { ReactNode } from "react"

interface GroupProps {
  readonly title: string
  readonly hint?: string
  readonly children: ReactNode
}

export function SettingsGroup({ title, hint, children }: GroupProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3 text-xs font-semibold tracking-wide text-quiet uppercase">{title}</legend>
      {children}
      {hint && <p className="text-sm text-quiet">{hint}</p>}
    </fieldset>
  )
}
