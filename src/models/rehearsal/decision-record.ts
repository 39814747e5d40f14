import type { JsonSchema } from "../../core/discussion/decision-record.ts"
import type { Turn } from "../../core/discussion/turn.ts"
import { languageFor } from "../../core/languages/index.ts"
import { excerpt } from "../../core/text.ts"
import { answerOfText, capitalised, type Scene } from "./scene.ts"
import { isSmallTalk, tableAnswer } from "./turn.ts"

interface Item {
  readonly seat: string
  readonly text: string
  readonly citations: readonly { readonly turn: string; readonly quote: string }[]
}

type Draft = Readonly<Record<"why" | "dissent" | "singlePoints", readonly Item[]>> & { readonly answer: string }

/** The decision record: its arguments are sentences of turns, cited with the turn's id. */
export function decisionRecord(scene: Scene, turns: readonly Turn[], structured: boolean): string {
  const { phrases, answers, view } = scene
  // A synthesis repeats what others said; cite the original turns.
  const own = turns.filter(({ purpose }) => purpose === "turn")
  const said = own.map((turn) => ({ turn, text: turn.content, name: view.shownName(turn.seat) }))
  const stands = new Map(
    said.flatMap((one) => {
      const answer = answerOfText(one, phrases, answers)
      return answer ? [[one.turn.seat, { ...one, answer }]] : []
    }),
  )
  const { pointsAbout, opening, dissent, step } = tableAnswer(scene, [...stands.values()])
  const cited = (good: boolean) => {
    const items = said.flatMap((one) =>
      pointsAbout(one, good).map(({ sentence }) => toItem(one.name, sentence.trim(), one.turn)),
    )
    return items.filter((item, index) => items.findIndex(({ text }) => text === item.text) === index)
  }
  const isEmpty = isSmallTalk(scene) || stands.size === 0
  const draft: Draft = isEmpty
    ? { answer: excerpt(turns.at(-1)?.content ?? phrases.thisQuestion, 300), why: [], dissent: [], singlePoints: [] }
    : {
        answer: opening,
        why: cited(true).slice(0, 4),
        dissent: dissent.map(({ name, turn, answer: { plan } }) =>
          toItem(name, capitalised(phrases.synthesis.would(plan)), turn, ""),
        ),
        singlePoints: cited(false).slice(0, 3),
      }
  const steps = isEmpty ? [] : [step]
  if (!structured) return asText(draft, steps, view.seat.language ?? view.language)
  const empty = { unanswered: [], wouldChange: [], agreedOn: [], contradictions: [], blindSpots: [] }
  const findings = view.ask.kind === "record" && view.ask.findings && { findings: [] }
  const nextSteps = steps.map((text) => ({ text, owner: "" }))
  return JSON.stringify({ ...draft, nextSteps, ...empty, ...findings })
}

function toItem(seat: string, text: string, { id: turn }: Turn, quote = text): Item {
  return { seat, text, citations: [{ turn, quote }] }
}

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

interface Node extends Partial<Readonly<Record<"minItems" | "minimum" | "minLength", number>>> {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
}

/** The simplest value that conforms to the schema; strings are the table's answer. */
export function sampleResult(schema: JsonSchema, answer: string, depth = 0): unknown {
  const node: Node = schema
  if (node.const !== undefined) return node.const
  if (node.enum) return node.enum.find((one) => typeof one === "string" && answer.includes(one)) ?? node.enum[0]
  const inner = (part: JsonSchema = {}) => sampleResult(part, answer, depth + 1)
  const [union] = node.anyOf ?? node.oneOf ?? []
  if (union) return inner(union)
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
      return Array.from({ length: depth > 5 ? 0 : (node.minItems ?? 1) }, () => inner(node.items))
    default: {
      const keys = depth > 5 ? (node.required ?? []) : Object.keys(node.properties ?? {})
      return Object.fromEntries(keys.map((key) => [key, inner(node.properties?.[key])]))
    }
  }
}
