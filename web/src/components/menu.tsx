import { DropdownMenu } from "radix-ui"
import type { ReactNode } from "react"

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactNode
  readonly children: ReactNode
}

/** Not modal: a modal menu locks scrolling with a style element, which the page's CSP forbids. */
export function Menu({ trigger, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          className="z-40 min-w-48 rounded-xl border border-line bg-surface p-1 shadow-card"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface MenuItemProps {
  readonly onSelect: () => void
  readonly isDanger?: boolean
  readonly children: ReactNode
}

export function MenuItem({ onSelect, isDanger = false, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className={`flex cursor-pointer items-center gap-2 rounded-lg px-3 py-2 text-sm outline-none data-[highlighted]:bg-sunken ${isDanger ? "text-bad" : "text-ink"}`}
    >
      {children}
    </DropdownMenu.Item>
  )
}
