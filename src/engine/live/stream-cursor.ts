/** How much of an open turn a watcher has received. */
export interface TurnOffset {
  readonly turnId: string
  readonly attempt: number
  readonly offset: number
}

/** A watcher's position: the last event it received, and the offsets in the turns that are open since. */
export interface StreamCursor {
  readonly seq: number
  readonly turnOffsets: readonly TurnOffset[]
}

/** Below 10⁹, which every store can query. */
const numberPattern = /^(0|[1-9]\d{0,8})$/
const turnOffsetPattern = /^([A-Za-z0-9._-]{1,64}):([1-9]\d{0,8}):(0|[1-9]\d{0,8})$/
/** More turns than are ever open at once; a cursor with more is invalid. */
const maxTurnOffsets = 256

/** `12`, or `12:t3:1:80` in the middle of turn t3; several open turns are joined by commas. */
export function formatStreamCursor({ seq, turnOffsets }: StreamCursor): string {
  if (turnOffsets.length === 0) return String(seq)
  return `${seq}:${turnOffsets.map(({ turnId, attempt, offset }) => `${turnId}:${attempt}:${offset}`).join(",")}`
}

export function parseStreamCursor(text: string): StreamCursor | undefined {
  const colon = text.indexOf(":")
  const first = colon < 0 ? text : text.slice(0, colon)
  if (!numberPattern.test(first)) return undefined
  const turnOffsets: TurnOffset[] = []
  for (const part of colon < 0 ? [] : text.slice(colon + 1).split(",", maxTurnOffsets + 1)) {
    const match = turnOffsetPattern.exec(part)
    if (!match || turnOffsets.length === maxTurnOffsets) return undefined
    turnOffsets.push({ turnId: match[1]!, attempt: Number(match[2]), offset: Number(match[3]) })
  }
  return { seq: Number(first), turnOffsets }
}
