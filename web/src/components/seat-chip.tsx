import type { CSSProperties } from "react"
import { stripUnsafeCharacters } from "./strip-unsafe-characters.ts"

interface SeatProps {
  readonly name: string
  /** Index at the table, from 0; determines the colour. */
  readonly place: number
}

/** A seat's avatar with its initials. Show the name beside it or elsewhere. */
export function SeatAvatar({ name, place, className = "size-8 text-xs" }: SeatProps & { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      style={seatColour(place)}
      className={`inline-flex shrink-0 items-center justify-center ${seatShape(place)} border border-(--seat) bg-(--seat-soft) font-semibold text-(--seat) ${className}`}
    >
      {initials(stripUnsafeCharacters(name))}
    </span>
  )
}

export function SeatChip({ name, place }: SeatProps) {
  return (
    <span
      style={seatColour(place)}
      className="inline-flex max-w-full items-center gap-1.5 rounded-full bg-(--seat-soft) py-0.5 ps-1 pe-2.5 text-sm font-medium text-(--seat)"
    >
      <SeatAvatar name={name} place={place} className="size-5 text-[0.6rem]" />
      <span className="truncate">{stripUnsafeCharacters(name)}</span>
    </span>
  )
}

/** "Model A" → "MA", "Seat 12" → "S12", "Ash" → "As", "小林" → "林", "模型甲" → "甲", "席位12" → "12". */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters =
    words.length > 1
      ? words.slice(0, 2).map((word) => /^\d{1,2}$|./u.exec(word)?.[0])
      : [...(words[0] ?? "")].slice(0, 2)
  const text = letters.join("")
  if (!/^[\u2e80-\u9fff]/.test(text)) return text
  return /\d{1,2}$/.exec(name.trim())?.[0] ?? [...words[0]!].at(-1)!
}

const colours = 12

/** Each group of four seats has its own shape and initials tell them apart, so colours are not needed. */
const shapes = ["rounded-full", "rounded-[30%]", "rounded-none"]

function seatShape(place: number): string {
  return shapes[Math.floor((Math.max(0, place) % colours) / 4)]!
}

/** CSS variables for a seat's colours: `var(--seat)` for text and lines, `var(--seat-soft)` for backgrounds. */
export function seatColour(place: number): CSSProperties {
  const number = (Math.max(0, place) % colours) + 1
  return { "--seat": `var(--seat-${number})`, "--seat-soft": `var(--seat-soft-${number})` } as CSSProperties
}
