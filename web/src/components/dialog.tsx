import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react"
import { createPortal } from "react-dom"
import { shellTexts } from "../shell/texts.ts"
import { useTexts } from "../texts/use-language.ts"
import { IconButton } from "./button.tsx"
import { Icon } from "./icon.tsx"

interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** Default: a comfortable reading width. */
  readonly isWide?: boolean
}

/**
 * Handlers that report that a dialog was closed. Escape is handled at once, because the `close` event comes later, when
 * the dialog may be open again. It is closed first, so that focus returns to where it was.
 */
export function closeHandlers(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void) {
  return {
    onCancel: () => {
      dialog.current?.close()
      onClose()
    },
    onClose: () => {
      if (!dialog.current?.open) onClose()
    },
  }
}

/**
 * The browser's own modal dialog: it traps focus, makes the rest inert and closes by Escape,
 * and unlike a scripted one it adds no style element, which the page's policy forbids.
 */
export function Dialog({ isOpen, onClose, title, isWide = false, children }: DialogProps) {
  const texts = useTexts(shellTexts)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  /** A press that starts inside (to select text or drag) and ends outside must not close the dialog. */
  const isPressedBeside = useRef(false)

  useEffect(() => {
    if (isOpen && !dialog.current?.open) {
      dialog.current?.showModal()
      // By default the browser would focus the close button.
      dialog.current?.querySelector<HTMLElement>("input, textarea, select")?.focus()
    }
    if (!isOpen) dialog.current?.close()
  }, [isOpen])

  // Portalled to the body: a form in the dialog must not be nested in, or submit, a surrounding form.
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by keyboard
    <dialog
      ref={dialog}
      aria-labelledby={id}
      {...closeHandlers(dialog, onClose)}
      onSubmit={(event) => event.stopPropagation()}
      onPointerDown={({ target }) => {
        isPressedBeside.current = target === dialog.current
      }}
      onClick={({ target }) => target === dialog.current && isPressedBeside.current && onClose()}
      className={`m-auto w-[calc(100%-2rem)] rounded-2xl border border-line bg-surface p-0 text-ink shadow-card ${isWide ? "max-w-3xl" : "max-w-lg"}`}
    >
      {isOpen && (
        <div className="p-5 sm:p-6">
          <div className="mb-4 flex items-start justify-between gap-4">
            <h2 id={id} className="font-display text-2xl leading-tight font-medium">
              {title}
            </h2>
            <IconButton label={texts.close} onClick={onClose} className="-mt-1 -me-1">
              <Icon name="close" />
            </IconButton>
          </div>
          {children}
        </div>
      )}
    </dialog>,
    document.body,
  )
}
