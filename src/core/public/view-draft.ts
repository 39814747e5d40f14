import { addUsage, type TokenUsage } from "../discussion/usage.ts"
import type { DiscussionView, Item, LiveText, PublicOpenCall } from "./view.ts"

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/**
 * A view while events are applied to it; each part is copied at most once. Without `transcript` it keeps only open
 * ballots as rows, so its size does not grow with the discussion.
 */
export class Draft {
  readonly view: Mutable<DiscussionView>
  readonly hasTranscript: boolean
  #items: Item[] | undefined
  #live: Record<string, LiveText> | undefined

  constructor(view: DiscussionView, { transcript = true } = {}) {
    this.view = { ...view }
    this.hasTranscript = transcript
  }

  add(item: Item): void {
    if (this.hasTranscript || item.kind === "ballot") this.#ownItems().push(item)
  }

  /** Adds a finished row: before the rows still in progress. */
  record(item: Item): void {
    if (this.hasTranscript) this.#ownItems().splice(this.#recordEnd(), 0, item)
  }

  /** Moves finished rows before those still in progress, in the order in which they began. */
  settle(kind: "turn" | "ballot", keys: readonly string[]): void {
    if (!this.hasTranscript) {
      if (kind === "ballot") this.remove(({ key }) => keys.includes(key))
      return
    }
    const items = this.#ownItems()
    const inRound = items.slice(items.findLastIndex((item) => item.kind === "round") + 1)
    for (const item of inRound.filter((each) => each.kind === kind && keys.includes(each.key))) {
      const index = items.lastIndexOf(item)
      items.splice(index, 1)
      items.splice(Math.min(index, this.#recordEnd()), 0, item)
    }
  }

  remove(isRemoved: (item: Item) => boolean): void {
    this.view.items = this.#items = this.view.items.filter((item) => !isRemoved(item))
  }

  /** Replaces the row with this key. Searches from the end, where changing rows are. */
  change<Kind extends Item["kind"]>(
    kind: Kind,
    key: string,
    next: (item: Extract<Item, { kind: Kind }>) => Item,
  ): void {
    const index = this.view.items.findLastIndex((item) => item.kind === kind && item.key === key)
    if (index >= 0) this.#ownItems()[index] = next(this.view.items[index] as Extract<Item, { kind: Kind }>)
  }

  setLive(turnId: string, live: LiveText | undefined): void {
    if (!this.hasTranscript || (!live && !(turnId in this.view.live))) return
    if (!this.#live) this.view.live = this.#live = { ...this.view.live }
    if (live) this.#live[turnId] = live
    else delete this.#live[turnId]
  }

  openCall(call: PublicOpenCall): void {
    this.view.open = [...this.view.open, call]
  }

  changeCall(id: string, next: (call: PublicOpenCall) => PublicOpenCall): void {
    this.view.open = this.view.open.map((call) => (call.id === id ? next(call) : call))
  }

  closeCall(id: string): void {
    this.view.open = this.view.open.filter((call) => call.id !== id)
  }

  addUsage(seat: string, usage: TokenUsage): void {
    const before = this.view.usage[seat]
    this.view.usage = { ...this.view.usage, [seat]: before ? addUsage(before, usage) : usage }
  }

  /** Index of the first row still in progress. None of them is older than the current round. */
  #recordEnd(): number {
    const { items, round } = this.view
    let end = items.length
    for (let index = items.length - 1; index >= 0 && items[index]!.kind !== "round"; index--) {
      const item = items[index]!
      const isUnderWay =
        item.kind === "turn"
          ? item.state === "speaking" || round?.heldBack.includes(item.key)
          : item.kind === "ballot" && !item.ballot.result
      if (isUnderWay) end = index
    }
    return end
  }

  #ownItems(): Item[] {
    if (!this.#items) this.view.items = this.#items = [...this.view.items]
    return this.#items
  }
}
