import { lazy, Suspense } from "react"
import { Icon } from "../../../components/icon.tsx"
import { Loading } from "../../../components/loading.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts/index.ts"
import type { SettingsFieldsProps } from "./settings-fields.tsx"

const SettingsFields = lazy(async () => ({ default: (await import("./settings-fields.tsx")).SettingsFields }))

interface CollapsibleSettingsProps extends SettingsFieldsProps {
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
}

export function CollapsibleSettings({ isOpen, onToggle, ...fields }: CollapsibleSettingsProps) {
  const { composer } = useTexts(homeTexts)
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
      className="group rounded-xl border border-line"
    >
      <summary className="flex list-none items-center gap-2 rounded-xl px-4 py-2.5 text-sm font-medium text-quiet hover:text-ink [&::-webkit-details-marker]:hidden">
        <Icon name="chevron" className="size-4 -rotate-90 transition-transform group-open:rotate-0" />
        {composer.settings}
      </summary>
      {isOpen && (
        <Suspense fallback={<Loading />}>
          <SettingsFields {...fields} />
        </Suspense>
      )}
    </details>
  )
}
