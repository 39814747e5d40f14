import type { CSSProperties } from "react"

const colours = 8

/** A seat's colours by its place at the table, as variables: `var(--seat)` for text and lines, `var(--seat-soft)` behind. */
export function seatColour(place: number): CSSProperties {
  const number = (Math.max(0, place) % colours) + 1
  return { "--seat": `var(--seat-${number})`, "--seat-soft": `var(--seat-soft-${number})` } as CSSProperties
}
