import { type ComponentProps, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react"
import { announce } from "../../components/announcer.tsx"
import { classNames } from "../../components/class-names.ts"
import { TextArea } from "../../components/field.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { completeMention, matchingNames, mentionAt } from "./mention.ts"
import { AgentAvatar } from "./speaker.tsx"
import { useSquadTools } from "./squad-context.ts"
import { chatTexts } from "./texts.ts"

interface MentionAreaProps extends Omit<ComponentProps<typeof TextArea>, "value" | "onChange"> {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Ctrl or ⌘ with Enter. */
  readonly onSubmit: () => void
}

/** A text area that completes `@names` of known agents. */
export function MentionArea({ value, onChange, onSubmit, ...rest }: MentionAreaProps) {
  const texts = useTexts(chatTexts)
  const { names } = useSquadTools()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const nextCaret = useRef<number>(undefined)
  const [caret, setCaret] = useState<number>()
  const [chosen, setChosen] = useState(0)
  const draft = caret === undefined ? undefined : mentionAt(value, caret)
  const matches = draft ? matchingNames(names, draft.typed) : []
  const active = matches[Math.min(chosen, matches.length - 1)]
  const found = matches.length

  useEffect(() => {
    if (found > 0) announce(texts.mention.found(found))
  }, [found, texts])

  // Synchronously with the text: a frame later, fast typing would find the caret moved back.
  useLayoutEffect(() => {
    const at = nextCaret.current
    if (at === undefined) return
    nextCaret.current = undefined
    area.current?.focus()
    area.current?.setSelectionRange(at, at)
  })

  const choose = (name: string) => {
    if (!draft || caret === undefined) return
    const done = completeMention(value, caret, draft, name)
    onChange(done.text)
    setCaret(undefined)
    nextCaret.current = done.caret
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return onSubmit()
    }
    if (active === undefined || event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setChosen((Math.min(chosen, found - 1) + step + found) % found)
    else if (event.key === "Enter" || event.key === "Tab") choose(active)
    else if (event.key === "Escape") setCaret(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="relative min-w-0 grow">
      <TextArea
        ref={area}
        value={value}
        onChange={({ target }) => {
          onChange(target.value)
          setCaret(target.selectionStart)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(undefined)}
        aria-autocomplete="list"
        aria-controls={active === undefined ? undefined : id}
        aria-activedescendant={active === undefined ? undefined : `${id}-${matches.indexOf(active)}`}
        {...rest}
      />
      {active !== undefined && (
        <div
          id={id}
          role="listbox"
          aria-label={texts.mention.list}
          className="absolute start-0 bottom-full z-20 mb-1 max-w-full min-w-52 rounded-xl border border-line bg-surface p-1 shadow-card"
        >
          {matches.map((name, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text area handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the text area, which sets aria-activedescendant
            <div
              key={name}
              id={`${id}-${index}`}
              role="option"
              aria-selected={name === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(name)}
              className={classNames(
                "flex cursor-pointer items-center gap-2 rounded-lg px-2.5 py-1.5 text-sm",
                name === active && "bg-accent-soft text-accent-strong",
              )}
            >
              <AgentAvatar name={name} isSmall />
              <bdi className="truncate">{name}</bdi>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
