import { useEffect, useState } from "react"
import { Button, IconButton } from "../../../components/button.tsx"
import { Icon } from "../../../components/icon.tsx"
import { useFormatters } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts.ts"
import { useReplay } from "../view/view-store.ts"

const stepMs = 700

/** Replays the discussion's events on the whole page, by slider or automatically. */
export function ReplayBar({ startsPlaying = false }: { readonly startsPlaying?: boolean }) {
  const { replay: texts } = useTexts(discussionTexts)
  const format = useFormatters()
  const { place, length, replay } = useReplay()
  const [isPlaying, setPlaying] = useState(startsPlaying)
  useEffect(() => {
    if (!isPlaying || place === undefined) return
    if (place >= length) return setPlaying(false)
    const timer = setTimeout(() => replay(place + 1), stepMs)
    return () => clearTimeout(timer)
  }, [isPlaying, place, length, replay])
  if (place === undefined) {
    return (
      <Button
        size="small"
        disabled={length < 3}
        onClick={() => {
          replay(1)
          setPlaying(true)
        }}
      >
        <Icon name="play" className="size-4" />
        {texts.open}
      </Button>
    )
  }
  return (
    <fieldset className="sticky top-16 z-20 flex w-full items-center gap-2 rounded-xl border border-line bg-surface px-2 py-1 shadow-card">
      <legend className="sr-only">{texts.label}</legend>
      <IconButton label={isPlaying ? texts.pause : texts.play} onClick={() => setPlaying(!isPlaying)}>
        <Icon name={isPlaying ? "pause" : "play"} className="size-4" />
      </IconButton>
      <input
        type="range"
        aria-label={texts.label}
        aria-valuetext={texts.place(format.number(place), format.number(length))}
        min={1}
        max={length}
        value={place}
        onChange={({ target }) => {
          setPlaying(false)
          replay(Number(target.value))
        }}
        className="min-w-0 flex-1 accent-accent"
      />
      <span className="hidden text-xs whitespace-nowrap text-quiet tabular-nums sm:inline">
        {texts.place(format.number(place), format.number(length))}
      </span>
      <Button
        size="small"
        look="quiet"
        onClick={() => {
          setPlaying(false)
          replay(undefined)
        }}
      >
        {startsPlaying ? texts.toEnd : texts.close}
      </Button>
    </fieldset>
  )
}
