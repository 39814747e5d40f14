/** Paints text for a terminal, or leaves it as it is where colour is not wanted. */
export type Paint = (text: string) => string

export interface Colours {
  readonly bold: Paint
  readonly dim: Paint
  readonly warn: Paint
  /** A seat's own colour, by its place at the table. */
  readonly seat: (index: number) => Paint
}

/** The first three are those of a hive: blue, green, red. */
const seatColours = [34, 32, 31, 36, 33, 35, 96, 93, 95, 92]

export function colours(enabled: boolean): Colours {
  const paint =
    (code: number): Paint =>
    (text) =>
      enabled ? `\u001b[${code}m${text}\u001b[0m` : text
  return {
    bold: paint(1),
    dim: paint(2),
    warn: paint(33),
    seat: (index) => paint(seatColours[index % seatColours.length]!),
  }
}
