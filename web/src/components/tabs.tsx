import { Tabs as Radix } from "radix-ui"
import type { ReactNode } from "react"

interface Tab<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly content: ReactNode
}

interface TabsProps<Name extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Name>[]
  readonly value: Name
  readonly onChange: (name: Name) => void
}

/** Tabs; arrow keys move between them. */
export function Tabs<Name extends string>({ label, tabs, value, onChange }: TabsProps<Name>) {
  return (
    <Radix.Root value={value} onValueChange={(name) => onChange(name as Name)}>
      <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.name}
            value={tab.name}
            className="-mb-px border-b-2 border-transparent px-3 -outline-offset-2 py-2 text-sm font-medium whitespace-nowrap text-quiet hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.name} value={tab.name} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
