import { useSyncExternalStore } from "react"
import { shellTexts } from "../shell/texts.ts"
import { useTexts } from "../texts/use-language.ts"
import { Button, IconButton } from "./button.tsx"
import { Icon } from "./icon.tsx"

interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: "good" | "bad"
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

/** How long a toast stays, and with it the chance to undo. */
export const toastMs = 6_000
const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let nextId = 0

function setToasts(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a toast. Successes disappear by themselves; errors stay until dismissed. */
export function toast(text: string, tone: Toast["tone"] = "good", action?: Toast["action"]): void {
  const id = nextId++
  setToasts([...toasts.slice(-2), { id, text, tone, action }])
  if (tone === "good") setTimeout(() => dismiss(id), toastMs)
}

function dismiss(id: number): void {
  setToasts(toasts.filter((other) => other.id !== id))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toaster() {
  const texts = useTexts(shellTexts)
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex flex-col items-center gap-2 p-4 sm:items-end"
    >
      {shown.map(({ id, text, tone, action }) => (
        <div
          key={id}
          className="pointer-events-auto flex max-w-md items-center gap-3 rounded-xl border border-line bg-surface py-2 ps-4 pe-2 text-sm shadow-card"
        >
          <span className={tone === "good" ? "text-good" : "text-bad"}>
            <Icon name={tone === "good" ? "check" : "alert"} />
          </span>
          <span className="min-w-0 flex-1">{text}</span>
          {action && (
            <Button
              size="small"
              onClick={() => {
                action.run()
                dismiss(id)
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton label={texts.close} onClick={() => dismiss(id)}>
            <Icon name="close" className="size-4" />
          </IconButton>
        </div>
      ))}
    </div>
  )
}
