import { useQueryClient } from "@tanstack/react-query"
import { Link, Outlet, useRouterState } from "@tanstack/react-router"
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react"
import { dismissKeyNeed, saveKey, useApiKey } from "../api/api-key.ts"
import { invitation } from "../api/invitation.ts"
import { Announcer } from "../components/announcer.tsx"
import { Button, IconButton } from "../components/button.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Checkbox, TextField } from "../components/field.tsx"
import { Icon } from "../components/icon.tsx"
import { Toaster } from "../components/toaster.tsx"
import { HistoryButton, HistoryDrawer, HistorySidebar } from "../features/history/history-drawer.tsx"
import { useTexts } from "../texts/use-language.ts"
import { LanguageSelect, ThemeSelect } from "./preference-selects.tsx"
import { shellTexts } from "./texts.ts"

const navItems = [
  ["/", "home"],
  ["/chat", "chat"],
  ["/projects", "projects"],
  ["/agents", "agents"],
  ["/models", "models"],
  ["/settings", "settings"],
] as const

/** Header, navigation and main area of every page. */
export function Shell() {
  const texts = useTexts(shellTexts)
  const main = useFocusOnNavigation()
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const openHistory = useCallback(() => setHistoryOpen(true), [])
  const closeHistory = useCallback(() => setHistoryOpen(false), [])
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-lg bg-surface px-4 py-2 font-medium shadow-card focus:not-sr-only focus:fixed focus:start-4 focus:top-4"
      >
        {texts.skip}
      </a>
      <Header onHistory={openHistory} />
      <div className="xl:flex">
        <HistorySidebar />
        <main
          ref={main}
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-6xl min-w-0 px-4 pt-8 pb-20 outline-none sm:px-6"
        >
          <Outlet />
        </main>
      </div>
      <HistoryDrawer isOpen={isHistoryOpen} onClose={closeHistory} />
      <KeyDialog />
      <Toaster />
      <Announcer />
    </>
  )
}

function Header({ onHistory }: { readonly onHistory: () => void }) {
  const texts = useTexts(shellTexts)
  const [isOpen, setOpen] = useState(false)
  const isInvited = invitation() !== undefined
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu
  useEffect(() => setOpen(false), [path])
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper print:hidden">
      <div className="mx-auto flex max-w-6xl flex-wrap in-[:root:has(#history)]:max-w-none items-center gap-x-2 px-4 sm:px-6 lg:flex-nowrap">
        {!isInvited && <HistoryButton onOpen={onHistory} />}
        <Link to="/" className="me-auto flex h-14 items-center gap-2.5 lg:me-6">
          <Logo />
          <span className="font-display text-xl font-medium tracking-tight">Conclave</span>
        </Link>
        <div className="lg:hidden">
          <IconButton
            label={isOpen ? texts.nav.close : texts.nav.open}
            aria-expanded={isOpen}
            aria-controls="navigation"
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? "close" : "menu"} />
          </IconButton>
        </div>
        <div
          id="navigation"
          className={`${isOpen ? "flex" : "hidden"} w-full flex-col gap-2 pb-4 lg:flex lg:w-auto lg:grow lg:flex-row lg:items-center lg:pb-0`}
        >
          <nav aria-label={texts.nav.label} className="lg:me-auto">
            <ul className="flex flex-col gap-1 lg:flex-row">
              {(isInvited ? [] : navItems).map(([to, name]) => (
                <li key={to}>
                  <Link
                    to={to}
                    activeOptions={{ exact: to === "/" }}
                    className="block rounded-lg px-3 py-2 text-sm font-medium text-quiet transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-strong"
                  >
                    {texts.nav[name]}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="flex gap-1">
            <LanguageSelect />
            <ThemeSelect />
          </div>
        </div>
      </div>
    </header>
  )
}

/** After navigation, scrolls to the top and moves the focus there for screen readers. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const first = useRef(path)
  useEffect(() => {
    // Keep the focus if the page has set it itself.
    const isPlaced = main.current?.contains(document.activeElement)
    if (first.current !== undefined && first.current !== path && !isPlaced) main.current?.focus({ preventScroll: true })
    first.current = path
  }, [path])
  return main
}

const places = [0, 60, 120, 180, 240, 300]

/** A table with six places. */
function Logo() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-7 text-accent" fill="currentColor">
      <circle cx="16" cy="16" r="5.5" />
      {places.map((angle, index) => (
        <circle
          key={angle}
          cx={16 + 11.5 * Math.sin((angle * Math.PI) / 180)}
          cy={16 - 11.5 * Math.cos((angle * Math.PI) / 180)}
          r="3"
          opacity={1 - (index % 4) * 0.15}
        />
      ))}
    </svg>
  )
}

/** Opens when the server requires a key. */
function KeyDialog() {
  const { key: texts } = useTexts(shellTexts)
  const queries = useQueryClient()
  const { need } = useApiKey()
  const [key, setKey] = useState("")
  const [isRemembered, setRemembered] = useState(false)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (key.trim() === "") return
    saveKey(key.trim(), isRemembered)
    setKey("")
    void queries.resetQueries()
  }

  // Invited readers have no key to enter.
  if (need !== undefined && invitation()) {
    return (
      <Dialog isOpen onClose={dismissKeyNeed} title={texts.revokedTitle}>
        <p>{texts.revoked}</p>
      </Dialog>
    )
  }
  return (
    <Dialog isOpen={need !== undefined} onClose={dismissKeyNeed} title={texts.title}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label={texts.label}
          type="password"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          value={key}
          onChange={({ target }) => setKey(target.value)}
          {...(need === "invalid" ? { problem: texts.invalid } : { hint: texts.missing })}
        />
        <Checkbox
          label={texts.remember}
          checked={isRemembered}
          onChange={({ target }) => setRemembered(target.checked)}
        />
        <Button type="submit" look="primary" className="self-end">
          {texts.submit}
        </Button>
      </form>
    </Dialog>
  )
}
