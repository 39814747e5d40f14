/** Cuts a stream of text at the first stop sequence, even if it arrives in several chunks. */
export class StopSequenceFilter {
  readonly #stops: readonly string[]
  readonly #longest: number
  #held = ""
  #begun = false
  #stopped = false

  constructor(stops: readonly string[]) {
    this.#stops = stops.filter((stop) => stop !== "")
    this.#longest = Math.max(0, ...this.#stops.map((stop) => stop.length))
  }

  get stopped(): boolean {
    return this.#stopped
  }

  /** Returns the text that can be shown now. Leading white space is dropped, so that it cannot match a stop sequence. */
  push(text: string): string {
    if (this.#stopped) return ""
    let pending = this.#held + text
    if (!this.#begun) {
      pending = pending.trimStart()
      if (pending === "") return ""
      this.#begun = true
    }
    if (this.#longest === 0) return pending
    const cut = this.#firstStop(pending)
    if (cut >= 0) {
      this.#stopped = true
      this.#held = ""
      return pending.slice(0, cut)
    }
    const safe = pending.length - this.#partialStop(pending)
    this.#held = pending.slice(safe)
    return pending.slice(0, safe)
  }

  /** Returns text that was withheld as the possible start of a stop sequence. */
  flush(): string {
    const rest = this.#held
    this.#held = ""
    return rest
  }

  #firstStop(text: string): number {
    const places = this.#stops.map((stop) => text.indexOf(stop)).filter((place) => place >= 0)
    return places.length > 0 ? Math.min(...places) : -1
  }

  /** Length of the longest suffix that is a prefix of a stop sequence. */
  #partialStop(text: string): number {
    for (let length = Math.min(this.#longest - 1, text.length); length > 0; length--) {
      const tail = text.slice(-length)
      if (this.#stops.some((stop) => stop.startsWith(tail))) return length
    }
    return 0
  }
}
