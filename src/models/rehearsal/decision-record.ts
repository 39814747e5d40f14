import type { JsonSchema } from "../../core/discussion/decision-record.ts"
import type { Turn } from "../../core/discussion/turn.ts"
import { languageFor } from "../../core/languages/index.ts"
import { excerpt } from "../../core/text.ts"
import { answerOfText, capitalised, type Heard, type Scene, type Standing } from "./scene.ts"
import { isSmallTalk, tableAnswer } from "./turn.ts"

interface Item {
  readonly seat: string
  readonly text: string
  readonly citations: readonly { readonly turn: string; readonly quote: string }[]
}

/** A seat's last position and the turn in which it stated it. */
interface CitedStanding extends Standing {
  readonly turn: Turn
}

/** The decision record: its arguments are sentences of turns, cited with the turn's id. */
export function decisionRecord(scene: Scene, turns: readonly Turn[], structured: boolean): string {
  const { phrases, tell, view } = scene
  // A synthesis repeats what others said; cite the original turns.
  const own = turns.filter(({ purpose }) => purpose === "turn")
  const said = own.map((turn) => ({ turn, heard: heardFrom(scene, turn) }))
  const stands = lastStands(scene, said)
  const { leading, opening, dissent } = tableAnswer(scene, stands)
  const words = phrases.synthesis
  const points = (good: boolean) => {
    const items = said.flatMap(({ turn, heard }) =>
      scene
        .pointsOf(heard)
        .filter((point) => point.answer && leading.includes(point.answer) && point.good === good)
        .map(({ sentence }) => toItem(heard.name, sentence.trim(), turn)),
    )
    return items.filter((item, index) => items.findIndex(({ text }) => text === item.text) === index)
  }
  const isEmpty = isSmallTalk(scene) || stands.length === 0
  const draft: Draft = isEmpty
    ? { answer: excerpt(turns.at(-1)?.content ?? phrases.thisQuestion, 300), why: [], dissent: [], singlePoints: [] }
    : {
        answer: opening,
        why: points(true).slice(0, 4),
        dissent: dissent.map(({ name, turn, answer: { plan } }) =>
          toItem(name, capitalised(words.would(plan)), turn, ""),
        ),
        singlePoints: points(false).slice(0, 3),
      }
  const steps = isEmpty ? [] : [tell(phrases.step)]
  if (!structured) return asText(draft, steps, view.seat.language ?? view.language)
  const empty = { unanswered: [], wouldChange: [], agreedOn: [], contradictions: [], blindSpots: [] }
  const findings = view.ask.kind === "record" && view.ask.findings && { findings: [] }
  const nextSteps = steps.map((text) => ({ text, owner: "" }))
  return JSON.stringify({ ...draft, nextSteps, ...empty, ...findings })
}

function heardFrom({ view }: Scene, { seat, content, roundNumber: round }: Turn): Heard {
  return { seatId: seat, name: view.shownName(seat), round, text: content, rehearsed: true }
}

function lastStands(scene: Scene, said: readonly { turn: Turn; heard: Heard }[]): readonly CitedStanding[] {
  const stands = new Map<string, CitedStanding>()
  for (const { turn, heard } of said) {
    const answer = answerOfText(heard, scene.phrases, scene.answers)
    if (answer) stands.set(turn.seat, { name: heard.name, turn, answer })
  }
  return [...stands.values()]
}

function toItem(seat: string, text: string, { id: turn }: Turn, quote = text): Item {
  return { seat, text, citations: [{ turn, quote }] }
}

type Draft = Readonly<Record<"why" | "dissent" | "singlePoints", readonly Item[]>> & { readonly answer: string }

function asText({ answer, why, dissent, singlePoints }: Draft, steps: readonly string[], language: string): string {
  const { titles } = languageFor(language).record
  const cite = ({ citations }: Item) =>
    citations.map(({ turn, quote }) => (quote === "" ? `[${turn}]` : `[${turn}: "${quote}"]`)).join(" ")
  const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n")
  const named = (items: readonly Item[]) => list(items.map((item) => `${item.seat}: ${item.text} ${cite(item)}`))
  return [
    `## ${titles.answer}\n${answer}`,
    `## ${titles.why}\n${list(why.map((item) => `${item.text} ${cite(item)}`))}`,
    `## ${titles.dissent}\n${named(dissent)}`,
    `## ${titles.nextSteps}\n${list(steps)}`,
    `## ${titles.singlePoints}\n${named(singlePoints)}`,
  ].join("\n\n")
}

type Node = JsonSchema & {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly minimum?: number
  readonly minLength?: number
}

/** The simplest value that conforms to the schema; strings are the table's answer. */
export function sampleResult(schema: JsonSchema, answer: string, depth = 0): unknown {
  const node = schema as Node
  if (node.const !== undefined) return node.const
  if (node.enum) return node.enum.find((one) => typeof one === "string" && answer.includes(one)) ?? node.enum[0]
  const [union] = node.anyOf ?? node.oneOf ?? []
  if (union) return sampleResult(union, answer, depth + 1)
  switch ([node.type ?? "object"].flat()[0]) {
    case "string":
      return answer.padEnd(node.minLength ?? 0, ".")
    case "number":
    case "integer":
      return Math.ceil(node.minimum ?? 0)
    case "boolean":
      return true
    case "null":
      return null
    case "array":
      return Array.from({ length: depth > 5 ? 0 : (node.minItems ?? 1) }, () =>
        sampleResult(node.items ?? {}, answer, depth + 1),
      )
    default: {
      const keys = depth > 5 ? (node.required ?? []) : Object.keys(node.properties ?? {})
      return Object.fromEntries(keys.map((key) => [key, sampleResult(node.properties?.[key] ?? {}, answer, depth + 1)]))
    }
  }
}
