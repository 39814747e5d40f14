import { styleText } from "node:util"

/** Adds escape sequences for a style, or returns the text unchanged if colours are disabled. */
export type Paint = (text: string) => string

export interface Colours {
  readonly bold: Paint
  readonly dim: Paint
  readonly warn: Paint
  /** A seat's colour, by its position at the table. */
  readonly seat: (index: number) => Paint
}

type Style = Parameters<typeof styleText>[0]

/** The first three match the hive's specialists. */
const seatColours = [
  ...(["blue", "green", "red", "cyan", "yellow", "magenta"] as const),
  ...(["cyanBright", "yellowBright", "magentaBright", "greenBright"] as const),
]

export function colours(enabled: boolean): Colours {
  // `enabled` was decided for the output terminal, which may not be this process's own (as in tests).
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
