import { useContext, useEffect, useRef } from "react"
import { type Item, isOver } from "../../../../src/core/public/view.ts"
import type { StreamState } from "../../api/follow-events.ts"
import { announce } from "../../components/announcer.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { discussionTexts } from "./texts.ts"
import { useIsCaughtUp, useSeats, useView, ViewContext } from "./view/view-store.ts"

const maxExcerptLength = 120

/** Announces new turns, whose turn it is and results to screen readers. */
export function Announcements({ stream }: { readonly stream: StreamState }) {
  const texts = useTexts(discussionTexts)
  const store = useContext(ViewContext)
  const items = useView((view) => view.items)
  const open = useView((view) => view.open)
  const isCaughtUp = useIsCaughtUp()
  const seatOf = useSeats()
  const announced = useRef(new Set<string>())
  const before = useRef(stream)

  useEffect(() => {
    const fresh = items.slice(-8).filter((item) => isFinished(item) && !announced.current.has(item.key))
    for (const { key } of fresh) announced.current.add(key)
    if (!isCaughtUp) return
    const awaited = open.filter(
      ({ id, seat, isAwaited }) => isAwaited && seatOf(seat).kind === "human" && !announced.current.has(`${id}?`),
    )
    for (const { id } of awaited) announced.current.add(`${id}?`)
    const said = fresh.map(words).filter((line) => line !== undefined)
    const lines = [...said, ...awaited.map(({ seat }) => texts.say.yourTurn(seatOf(seat).name))]
    if (lines.length > 0) announce(lines.join(" "))

    function words(item: Item): string | undefined {
      if (item.kind === "interjection") return texts.interjection.label(item.interjection.author)
      if (item.kind === "ballot" && item.ballot.result)
        return texts.ballot.results[item.ballot.asks][item.ballot.result.passed ? 0 : 1]
      if (item.kind === "end") return texts.outcome.done
      if (item.kind !== "turn") return undefined
      const { name } = seatOf(item.seat)
      if (item.state === "passed") return texts.turn.passed(name)
      return item.turn && texts.turn.announced(name, excerpt(item.turn.content))
    }
  }, [items, open, isCaughtUp, seatOf, texts])

  useEffect(() => {
    const was = before.current
    before.current = stream
    if (isOver(store.view.status)) return
    if (stream === "reconnecting" && was === "live") announce(texts.pill.reconnecting)
    if (stream === "live" && was === "reconnecting") announce(texts.connectedAgain)
  }, [stream, store, texts])

  return null
}

function isFinished(item: Item): boolean {
  if (item.kind === "turn") return item.state !== "speaking"
  return item.kind !== "ballot" || item.ballot.result !== undefined
}

function excerpt(content: string): string {
  const plain = stripUnsafeCharacters(content)
    .replace(/[#*_`>|]+/g, "")
    .replace(/\s+/g, " ")
    .trim()
  return plain.length > maxExcerptLength ? `${plain.slice(0, maxExcerptLength)}…` : plain
}
