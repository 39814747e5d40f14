import { styleText } from "node:util"

/** Paints text for a terminal, or leaves it as it is where colour is not wanted. */
export type Paint = (text: string) => string

export interface Colours {
  readonly bold: Paint
  readonly dim: Paint
  readonly warn: Paint
  /** A seat's own colour, by its place at the table. */
  readonly seat: (index: number) => Paint
}

type Style = Parameters<typeof styleText>[0]

/** The first three are those of a hive. */
const seatColours = [
  ...(["blue", "green", "red", "cyan", "yellow", "magenta"] as const),
  ...(["cyanBright", "yellowBright", "magentaBright", "greenBright"] as const),
]

export function colours(enabled: boolean): Colours {
  // Whether there are colours was decided for the terminal that is written to, which is not this process's in tests.
  const paint =
    (style: Style): Paint =>
    (text) =>
      enabled ? styleText(style, text, { validateStream: false }) : text
  return {
    bold: paint("bold"),
    dim: paint("dim"),
    warn: paint("yellow"),
    seat: (index) => paint(seatColours[index % seatColours.length]!),
  }
}
