import { useRouterState } from "@tanstack/react-router"
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from "react"
import { invitation } from "../../api/invitation.ts"
import { IconButton } from "../../components/button.tsx"
import { closeHandlers } from "../../components/dialog.tsx"
import { Icon } from "../../components/icon.tsx"
import { Loading } from "../../components/spinner.tsx"
import { StoredPreference, useStoredPreference } from "../../preferences/stored-preference.ts"
import { useTexts } from "../../texts/use-language.ts"
import { historyTexts } from "./texts.ts"

const HistoryPanel = lazy(() => import("./history-panel.tsx"))
/** Beside a discussion on a wide screen. */
const beside = new StoredPreference("conclave-history", ["open", "closed"], "open")
const wide = "(min-width: 80rem)"

function isDiscussion(path: string): boolean {
  return path.startsWith("/discussions/")
}

interface DrawerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The list of discussions as a drawer over the page. */
export function HistoryDrawer({ isOpen, onClose }: DrawerProps) {
  const texts = useTexts(historyTexts)
  const dialog = useRef<HTMLDialogElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes it
  useEffect(onClose, [path])
  // Open it before its content requests the focus.
  useLayoutEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal()
    if (!isOpen) dialog.current?.close()
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by keyboard
    <dialog
      ref={dialog}
      aria-label={texts.title}
      {...closeHandlers(dialog, onClose)}
      onClick={({ target }) => target === dialog.current && onClose()}
      className="m-0 h-dvh max-h-none w-96 max-w-[calc(100%-2rem)] border-e border-line bg-paper p-0 text-ink shadow-card"
    >
      {isOpen && (
        <div className="min-h-full p-4">
          <div className="mb-3 flex items-center justify-between">
            <h2 className="font-display text-xl font-medium">{texts.title}</h2>
            <IconButton label={texts.hide} onClick={onClose}>
              <Icon name="close" />
            </IconButton>
          </div>
          <Suspense fallback={<Loading />}>
            <HistoryPanel isOpened />
          </Suspense>
        </div>
      )}
    </dialog>
  )
}

/** The same list beside a discussion, on wide screens. */
export function HistorySidebar() {
  const texts = useTexts(historyTexts)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isOpen = useStoredPreference(beside) === "open" && matchMedia(wide).matches
  if (!isDiscussion(path) || !isOpen || invitation()) return null
  return (
    <aside
      id="history"
      aria-label={texts.title}
      className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-72 shrink-0 self-start overflow-y-auto border-e border-line p-3 xl:block print:hidden"
    >
      <Suspense fallback={<Loading />}>
        <HistoryPanel />
      </Suspense>
    </aside>
  )
}

/** Toggles the drawer or the side list, depending on the width; Ctrl+K opens the search anywhere. */
export function HistoryButton({ onOpen }: { readonly onOpen: () => void }) {
  const texts = useTexts(historyTexts)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const preference = useStoredPreference(beside)
  const isBeside = () => isDiscussion(path) && matchMedia(wide).matches
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      const beside = document.querySelector<HTMLInputElement>("aside input[type=search]")
      if (beside?.checkVisibility()) beside.focus()
      else onOpen()
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [onOpen])
  return (
    <IconButton
      label={isBeside() && preference === "open" ? texts.hide : texts.open}
      onClick={() => (isBeside() ? beside.set(preference === "open" ? "closed" : "open") : onOpen())}
      className="me-1"
    >
      <Icon name="panel" />
    </IconButton>
  )
}
