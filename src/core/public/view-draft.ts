import { addUsage, type TokenUsage } from "../discussion/usage.ts"
import type { DiscussionView, Item, LiveText, OpenCall } from "./view.ts"

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** A view while several events are applied to it. What they change is copied once, however many they are. */
export class Draft {
  readonly view: Mutable<DiscussionView>
  #items: Item[] | undefined
  #live: Record<string, LiveText> | undefined

  constructor(view: DiscussionView) {
    this.view = { ...view }
  }

  add(item: Item): void {
    this.#ownItems().push(item)
  }

  /** Changes the row with this key; what is changed is never far from the end. */
  change<Kind extends Item["kind"]>(
    kind: Kind,
    key: string,
    next: (item: Extract<Item, { kind: Kind }>) => Item,
  ): void {
    const index = this.view.items.findLastIndex((item) => item.kind === kind && item.key === key)
    if (index >= 0) this.#ownItems()[index] = next(this.view.items[index] as Extract<Item, { kind: Kind }>)
  }

  has(kind: Item["kind"], key: string): boolean {
    return this.view.items.findLastIndex((item) => item.kind === kind && item.key === key) >= 0
  }

  hear(turnId: string, heard: LiveText | undefined): void {
    if (!this.#live) this.view.live = this.#live = { ...this.view.live }
    if (heard) this.#live[turnId] = heard
    else delete this.#live[turnId]
  }

  openCall(call: OpenCall): void {
    this.view.open = [...this.view.open, call]
  }

  changeCall(id: string, next: (call: OpenCall) => OpenCall): void {
    this.view.open = this.view.open.map((call) => (call.id === id ? next(call) : call))
  }

  closeCall(id: string): void {
    this.view.open = this.view.open.filter((call) => call.id !== id)
  }

  spend(seat: string, usage: TokenUsage): void {
    const before = this.view.usage[seat]
    this.view.usage = { ...this.view.usage, [seat]: before ? addUsage(before, usage) : usage }
  }

  #ownItems(): Item[] {
    if (!this.#items) this.view.items = this.#items = [...this.view.items]
    return this.#items
  }
}
