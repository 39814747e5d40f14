import type { LiveEvent } from "../../core/discussion/event.ts"
import { sseFields } from "../../core/public/encode-sse.ts"
import { publish } from "../../core/public/publish.ts"
import type { Step } from "../../engine/live/follower.ts"
import { type Place, writePlace } from "../../engine/live/place.ts"

interface Batch {
  readonly discussionId: string
  readonly steps: readonly Step[]
  readonly bytes: Uint8Array
}

const encoder = new TextEncoder()
/** What one write holds, unless a single event is longer. It is all that a stalled reader costs, and well under 1 MB. */
const writeLength = 65_536

/** Writes steps as messages of a text/event-stream, each event once for all who watch. */
export class StepEncoder {
  /** Watchers who share reads share events. */
  readonly #written = new WeakMap<LiveEvent, string>()
  /** Those who keep up take the same steps one after the other. */
  #last: Batch | undefined

  /** As many steps, from the first, as go into one write. */
  encode(discussionId: string, steps: readonly Step[]): { readonly bytes: Uint8Array; readonly count: number } {
    const last = this.#last
    if (last && last.discussionId === discussionId && sameSteps(last.steps, steps)) {
      return { bytes: last.bytes, count: steps.length }
    }
    let text = ""
    let count = 0
    while (count < steps.length && text.length < writeLength) text += this.#message(discussionId, steps[count++]!)
    const bytes = encoder.encode(text)
    this.#last = count === steps.length ? { discussionId, steps, bytes } : undefined
    return { bytes, count }
  }

  /** The id comes last: some clients take it in before the message is whole, and would skip one that was cut off. */
  #message(discussionId: string, { event, place }: Step): string {
    return `${this.#fields(discussionId, event)}id: ${writePlace(place)}\n\n`
  }

  #fields(discussionId: string, event: LiveEvent): string {
    const known = this.#written.get(event)
    if (known !== undefined) return known
    const text = sseFields(discussionId, publish(event))
    if (event.type !== "turn_chunk") this.#written.set(event, text)
    return text
  }
}

function sameSteps(a: readonly Step[], b: readonly Step[]): boolean {
  return a.length === b.length && a.every((step, index) => sameStep(step, b[index]!))
}

function sameStep(a: Step, b: Step): boolean {
  return (a.event === b.event || sameWords(a.event, b.event)) && samePlace(a.place, b.place)
}

/** The text of an attempt only grows, so words of the same place and length are the same words. */
function sameWords(a: LiveEvent, b: LiveEvent): boolean {
  if (a.type !== "turn_chunk" || b.type !== "turn_chunk") return false
  const { turnId, attempt, offset, chunk } = a.data
  const other = b.data
  return (
    turnId === other.turnId &&
    attempt === other.attempt &&
    offset === other.offset &&
    chunk.length === other.chunk.length
  )
}

function samePlace(a: Place, b: Place): boolean {
  return (
    a.seq === b.seq &&
    a.heard.length === b.heard.length &&
    a.heard.every(({ turnId, attempt, offset }, index) => {
      const other = b.heard[index]!
      return turnId === other.turnId && attempt === other.attempt && offset === other.offset
    })
  )
}
